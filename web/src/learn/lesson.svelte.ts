// Where somebody is in the first walk: the step, what was chosen and found in it, and what the board shows.
import type { Board, Transport } from '../board/board';
import type { Piece, Possible, Target } from '../board/types';
import { EVEN } from '../game/model';
import { t } from '../i18n/index.svelte';
import { lt } from '../i18n/long.svelte';
import { type LearnStep, steps } from './steps';

export class Lesson {
  index = $state(0);
  #moved = $state<{ from: number; to: number; via: readonly Transport[] } | null>(null);
  #found = $state<number[]>([]);
  #wrong = $state<number | null>(null);
  readonly #board: () => Board | null;

  constructor(board: () => Board | null) {
    this.#board = board;
  }

  readonly #all = $derived.by(() => {
    const board = this.#board();
    return board ? steps(board) : [];
  });
  readonly step = $derived.by((): LearnStep => this.#all[this.index] ?? { text: 'learn.welcome' });
  readonly last = $derived.by(() => this.index === this.#all.length - 1);
  /** How many stations are still to be found. */
  readonly missing = $derived.by(
    () => (this.step.find ?? []).filter((station) => !this.#found.includes(station)).length,
  );
  readonly done = $derived.by(() => (this.step.choose ? this.#moved !== null : this.missing === 0));

  get length(): number {
    return Math.max(1, this.#all.length);
  }

  readonly pieces = $derived.by((): Piece[] => {
    const { red, blue, fugitive, ghost, choose } = this.step;
    const moved = this.#moved;
    const found: Piece[] = [];
    const stands = moved?.to ?? red;
    if (stands !== undefined) {
      found.push({
        id: 'd1',
        look: { figure: 'detective', colour: 0 },
        station: stands,
        label: t('name.d1'),
        selected: choose !== undefined && moved === null,
        traced: true,
        ...(moved ? { lastMove: { from: moved.from, via: moved.via } } : {}),
      });
    }
    if (blue !== undefined) {
      found.push({ id: 'd2', look: { figure: 'detective', colour: 1 }, station: blue, label: t('name.d2') });
    }
    const label = t('fugitive.Mister X');
    if (fugitive !== undefined && moved === null) {
      found.push({ id: 'fugitive', look: { figure: 'fugitive', colour: 5 }, station: fugitive, label });
    }
    if (ghost !== undefined) {
      found.push({ id: 'ghost', look: { figure: 'ghost', colour: 5 }, station: ghost, label });
    }
    return found;
  });

  readonly targets = $derived.by(() => {
    const stations = this.#moved === null ? (this.step.choose ?? []) : [];
    return new Map<number, Target>(stations.map((station) => [station, { label: t('board.target', { station }) }]));
  });

  readonly possible = $derived.by((): Possible[] | null => {
    const { possible, find } = this.step;
    if (!possible && !find) return null;
    return [...(possible ?? []), ...this.#found].map((station) => ({ station, weight: EVEN }));
  });

  readonly words = $derived.by(() => {
    if (this.#wrong !== null) return lt('learn.deduce_wrong', { station: this.#wrong });
    if (this.step.find && this.missing === 0) return lt('learn.deduce_done');
    return lt(this.step.text, { n: this.missing });
  });

  pick(station: number): void {
    const { choose, find, red, via } = this.step;
    this.#wrong = null;
    if (choose?.includes(station) && this.#moved === null) {
      this.#moved = { from: red ?? station, to: station, via: via ? [via] : [] };
    } else if (find?.includes(station)) {
      this.#found = [...new Set([...this.#found, station])];
    } else if (find) {
      this.#wrong = station;
    }
  }

  goTo(index: number): void {
    this.index = index;
    this.#moved = null;
    this.#found = [];
    this.#wrong = null;
  }
}
