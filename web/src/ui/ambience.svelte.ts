// London in the fog, heard from a window: rain, and far away the horn of a ship. Made on the spot, off unless asked for.
import { preferences } from '../state/preferences.svelte';

const SECONDS_OF_RAIN = 6;
const RAIN_VOLUME = 0.035;
const HORN_VOLUME = 0.03;
/** Seconds between two calls of the horn, at least and at most. */
const [SOONEST, LATEST] = [35, 80];

/** Noise that is louder in the depth, a few seconds of it, to be played again and again. */
function rain(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, SECONDS_OF_RAIN * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let last = 0;
  for (let index = 0; index < samples.length; index += 1) {
    last = 0.94 * last + 0.06 * (Math.random() * 2 - 1);
    // The end fades into the beginning, so that no seam is heard.
    const edge = Math.min(1, index / 4000, (samples.length - 1 - index) / 4000);
    samples[index] = last * 4 * edge;
  }
  return buffer;
}

function playRain(context: AudioContext): void {
  const source = context.createBufferSource();
  source.buffer = rain(context);
  source.loop = true;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, context.currentTime);
  volume.gain.linearRampToValueAtTime(RAIN_VOLUME, context.currentTime + 4);
  source.connect(volume).connect(context.destination);
  source.start();
}

/** Two deep tones that are not quite in tune. */
function blowHorn(context: AudioContext): void {
  const now = context.currentTime;
  const muffled = context.createBiquadFilter();
  muffled.type = 'lowpass';
  muffled.frequency.value = 240;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(HORN_VOLUME, now + 0.5);
  volume.gain.setValueAtTime(HORN_VOLUME, now + 2.2);
  volume.gain.linearRampToValueAtTime(0, now + 3.6);
  muffled.connect(volume).connect(context.destination);
  for (const frequency of [87, 88.4]) {
    const tone = context.createOscillator();
    tone.type = 'sawtooth';
    tone.frequency.value = frequency;
    tone.connect(muffled);
    tone.start(now);
    tone.stop(now + 3.7);
  }
}

/** Blows the horn now and then; gives what calls it off. */
function blowAgain(context: AudioContext): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    const seconds = SOONEST + Math.random() * (LATEST - SOONEST);
    timer = setTimeout(() => {
      if (context.state === 'running') blowHorn(context);
      wait();
    }, seconds * 1000);
  };
  wait();
  return () => clearTimeout(timer);
}

/** Lets it be heard whenever it is asked for and the page is in sight. */
export function followAmbience(): void {
  let context: AudioContext | undefined;
  const follow = (): void => {
    if (context) void (document.visibilityState === 'visible' ? context.resume() : context.suspend());
  };
  document.addEventListener('visibilitychange', follow);
  // A browser lets nothing be heard before something was pressed.
  addEventListener('pointerdown', follow);
  addEventListener('keydown', follow);
  $effect.root(() => {
    $effect(() => {
      if (!preferences.ambience) return;
      const begun = (context = new AudioContext());
      playRain(begun);
      const quiet = blowAgain(begun);
      return () => {
        quiet();
        void begun.close();
        context = undefined;
      };
    });
  });
}
