// A few quiet sounds, made on the spot. Off unless asked for.
import { preferences } from '../state/preferences.svelte';

export type Sound = 'move' | 'turn' | 'black' | 'reveal' | 'caught' | 'end';

const NOTES: Record<Sound, [frequency: number, start: number, length: number][]> = {
  move: [[330, 0, 0.07]],
  turn: [
    [523, 0, 0.1],
    [659, 0.11, 0.16],
  ],
  black: [[82, 0, 0.22]],
  // A bell: one stroke with its overtones.
  reveal: [
    [622, 0, 1.3],
    [1245, 0, 0.7],
    [1868, 0.01, 0.4],
    [466, 0.02, 1.5],
  ],
  caught: [
    [196, 0, 0.22],
    [294, 0.16, 0.22],
    [392, 0.32, 0.7],
  ],
  end: [
    [392, 0, 0.3],
    [330, 0.22, 0.3],
    [262, 0.44, 0.6],
  ],
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!preferences.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length] of NOTES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, now + start);
    volume.gain.linearRampToValueAtTime(0.06, now + start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length + 0.02);
  }
}
