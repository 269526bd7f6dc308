// Somebody's way through a puzzle: what is marked, played or named, and what was said of it. To be made while a component is.
import type { Coach } from '../coach/coach';
import { refusalWords } from '../i18n/refusal';
import type { Action } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import type { Puzzle, Stand, Verdict } from './puzzle';
import { isRated, noteMissed, noteRating, noteSolved, puzzleRecord } from './record.svelte';

/** How it stands. */
export type Said =
  | { kind: 'stations'; missing: number; wrong: number }
  | { kind: 'answered' }
  | { kind: 'impossible' }
  | { kind: 'escaped'; stand: Stand }
  | { kind: 'replied'; stand: Stand };

/** Is told of the first try of a puzzle: which, how good one was before it, and whether it was right. */
export type Tried = (id: string, rating: string, solved: boolean) => void;

export class Attempt {
  readonly #coach: Coach;
  readonly puzzle: Puzzle;
  readonly #day: number | null;
  readonly #ontried: Tried;
  /** The stations that are marked (*Where is he?*). */
  marked = $state.raw<ReadonlySet<number>>(new Set());
  /** What the hunters have played (*Close the net*). */
  line = $state.raw<Action[]>([]);
  stand = $state.raw<Stand | null>(null);
  /** The piece that is moved next. */
  hunter = $state<Hunter | null>(null);
  said = $state.raw<Said | null>(null);
  solved = $state(false);
  /** The answer, for who gave up. */
  shown = $state.raw<string | null>(null);
  /** Each try: whether it was right. */
  tries = $state.raw<boolean[]>([]);
  /** The rating before and after, once it is settled. */
  rated = $state.raw<{ before: string; after: string } | null>(null);
  busy = $state(false);
  wrong = $state('');

  constructor(coach: Coach, puzzle: Puzzle, day: number | null, ontried: Tried) {
    this.#coach = coach;
    this.#ontried = ontried;
    this.puzzle = puzzle;
    this.#day = day;
  }

  get over(): boolean {
    return this.solved || this.shown !== null;
  }

  toggle(station: number): void {
    if (this.over) return;
    const marked = new Set(this.marked);
    if (!marked.delete(station)) marked.add(station);
    this.marked = marked;
  }

  name(text: string): void {
    if (this.over) return;
    this.marked = new Set(text.split(/[^0-9]+/).flatMap((word) => (word === '' ? [] : [Number(word)])));
  }

  /** What a hunter can do now. */
  readonly actions = $derived.by((): Action[] => this.stand?.actions ?? this.puzzle.actions ?? []);

  readonly possible = $derived.by((): number[] => this.stand?.possible ?? this.puzzle.possible ?? []);

  async #ask(work: () => Promise<void>): Promise<void> {
    if (this.busy || this.over) return;
    [this.busy, this.wrong] = [true, ''];
    try {
      await work();
    } catch (error) {
      this.wrong = refusalWords(error);
    }
    this.busy = false;
  }

  /** Answers with words: stations, a destination, or a ticket. */
  answer(text: string): Promise<void> {
    return this.#ask(async () => {
      const { id } = this.puzzle;
      const verdict = await this.#coach.ask<Verdict>({ call: 'answer', id, text });
      if (verdict.verdict === 'right') return this.#settle(true);
      this.said =
        verdict.verdict === 'stations'
          ? { kind: 'stations', missing: verdict.missing, wrong: verdict.wrong }
          : { kind: verdict.verdict };
      await this.#settle(false);
    });
  }

  /** Moves a hunter. */
  play(action: Action): Promise<void> {
    return this.#ask(async () => {
      const line = [...this.line, action];
      const stand = await this.#coach.ask<Stand>({ call: 'line', id: this.puzzle.id, actions: line });
      if (stand.judged === 'impossible') return;
      this.line = line;
      this.hunter = null;
      this.said = null;
      if (stand.judged === 'caught') return this.#settle(true);
      if (stand.judged === 'wrong') {
        this.said = { kind: 'escaped', stand };
        return this.#settle(false);
      }
      this.stand = stand;
      if (stand.judged === 'replied') this.said = { kind: 'replied', stand };
    });
  }

  /** From the beginning. */
  again(): void {
    [this.line, this.stand, this.hunter, this.said, this.marked] = [[], null, null, null, new Set()];
  }

  /** The answer. */
  show(): Promise<void> {
    return this.#ask(async () => {
      const { id } = this.puzzle;
      const text = await this.#coach.text({ call: 'solution', id });
      await this.#settle(false);
      this.shown = text;
    });
  }

  /** The first try counts for the rating; that of the day for the days in a row, whenever it is solved. */
  async #settle(right: boolean): Promise<void> {
    const { id } = this.puzzle;
    this.tries = [...this.tries, right];
    if (!isRated(id)) {
      const before = puzzleRecord().rating;
      const rating = this.puzzle.rated;
      const tried = { call: 'rate', id, text: before, rating, solved: right };
      const { solver } = await this.#coach.ask<{ solver: string }>(tried);
      noteRating(solver);
      this.#ontried(id, before, right);
      this.rated = { before: before.split(' ')[0] || '1500', after: solver.split(' ')[0]! };
    }
    if (right) {
      this.solved = true;
      noteSolved(id, this.#day);
    } else noteMissed(id);
  }
}
