// A game that is played back: the moment that is shown, and what the board shows of it. To be made while a
// component is.
import type { Mark, Piece, Possible, RouteLeg } from '../board/types';
import { fugitiveMove, transportsOfSlot } from '../game/lastMoves';
import { EVEN, learntAt } from '../game/model';
import { gameSentence } from '../game/narrator';
import { crimeMark, fugitivePiece, hunterPieces, roadblocks } from '../game/pieces';
import { sentence } from '../i18n/index.svelte';
import type { Replayed } from '../protocol/messages';

/** How long a moment is shown, in milliseconds. */
const MOMENT = 1100;

export class Playback {
  readonly #replayed: Replayed;
  index = $state(0);
  playing = $state(false);
  /** Whether it is shown where he was. */
  truth = $state(true);
  /** Whether it is shown where he could be, for all the hunters knew. */
  known = $state(true);

  constructor(replayed: Replayed) {
    this.#replayed = replayed;
    this.index = this.last;
    $effect(() => {
      if (!this.playing) return;
      const timer = setInterval(() => {
        if (this.atEnd) this.playing = false;
        else this.index += 1;
      }, MOMENT);
      return () => clearInterval(timer);
    });
  }

  /** The number of the last moment. */
  get last(): number {
    return this.#replayed.frames.length - 1;
  }

  readonly atEnd = $derived.by(() => this.index >= this.last);
  readonly frame = $derived.by(() => this.#replayed.frames[Math.min(this.index, this.last)]!);

  get ending() {
    const last = this.#replayed.frames.at(-1)?.event;
    return last?.event === 'ended' ? last : null;
  }

  /** Where he was in each slot, if the record tells it. */
  get whole(): number[] {
    return this.ending?.route ?? [];
  }

  get #start(): number | null {
    return this.ending?.start ?? this.#replayed.frames.find(({ at }) => at !== null)?.at ?? null;
  }

  /** What happened, in words. */
  readonly told = $derived.by(() => sentence(gameSentence(this.#replayed.about, this.frame.event) ?? ''));

  readonly pieces = $derived.by((): Piece[] => {
    const { about, frames } = this.#replayed;
    const { state, log } = this.frame;
    const events = frames.slice(0, this.index + 1).map(({ event }) => event);
    const found = hunterPieces(about, state, events);
    const at = this.truth ? this.#trueStation : state.shown;
    if (at !== null) {
      const route = this.truth ? this.whole : log.map((slot) => slot.at);
      found.push(fugitivePiece(about, at, fugitiveMove(this.truth ? this.#start : null, route, log)));
    }
    return found;
  });

  get #trueStation(): number | null {
    const { at, state } = this.frame;
    return at ?? (this.atEnd ? (this.whole.at(-1) ?? this.#start) : state.shown);
  }

  readonly possible = $derived.by((): Possible[] | null => {
    if (!this.known || this.atEnd) return null;
    return this.frame.possible.map((station) => ({ station, weight: EVEN }));
  });

  readonly learntAt = $derived.by(() => learntAt([this.frame.event], this.frame.log));

  readonly route = $derived.by((): RouteLeg[] => {
    const start = this.#start;
    if (!this.truth || start === null) return [];
    const stations = [start, ...this.whole].slice(0, this.frame.state.filled + 1);
    const log = this.#replayed.frames.at(-1)?.log ?? [];
    return stations.slice(1).map((to, step) => ({
      from: stations[step]!,
      to,
      via: transportsOfSlot(log[step]),
      now: step === stations.length - 2 && !this.atEnd,
    }));
  });

  readonly marks = $derived.by((): Mark[] => {
    const { state, log } = this.frame;
    // A crime is done from the stub on that bears it.
    const done = (station: number) => log.some(({ crime }, slot) => crime && this.whole[slot] === station);
    const crimes = this.truth ? (this.ending?.crimes ?? []) : [];
    return [...roadblocks(state), ...crimes.map(([station]) => crimeMark(station, done(station)))];
  });

  toggle(): void {
    if (!this.playing && this.atEnd) this.index = 0;
    this.playing = !this.playing;
  }

  step(by: number): void {
    this.playing = false;
    this.index = Math.max(0, Math.min(this.last, this.index + by));
  }

  /** Goes to the moment at which a slot of the log is filled. */
  toSlot(slot: number): void {
    this.playing = false;
    const found = this.#replayed.frames.findIndex(({ state }) => state.filled >= slot);
    if (found >= 0) this.index = found;
  }
}
