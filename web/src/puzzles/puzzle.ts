// Puzzles as the module tells of them.
import type { Action, GameFace } from '../protocol/messages';
import type { PuzzleFace } from '../protocol/types';

export type Kind = 'where' | 'close' | 'slip';
export const KINDS: readonly Kind[] = ['where', 'close', 'slip'];

/** A puzzle in the list. */
export interface Listed {
  id: string;
  /** The kind, and for how many turns. */
  kind: string;
  edition: string;
  detectives: string;
  themes: string;
  rating: string;
}

/** A puzzle to be solved. */
export interface Puzzle {
  id: string;
  kind: Kind;
  turns: number;
  themes: string[];
  rating: number;
  /** The same with its deviation, where the list knows it better than the file. */
  rated?: string;
  record: string;
  at?: number;
  asks: 'stations' | 'line' | 'station' | 'ticket';
  possible?: number[];
  actions?: Action[];
  ends?: number[];
}

export type Verdict =
  | { verdict: 'right' }
  | { verdict: 'stations'; missing: number; wrong: number }
  | { verdict: 'answered' }
  | { verdict: 'impossible' };

/** How a *Close the net* stands. */
export interface Stand {
  judged: 'right' | 'replied' | 'caught' | 'wrong' | 'impossible';
  reply?: { moves: [{ ticket?: string; to: number; double?: boolean }, number | null][]; possible: number[] };
  turns: number;
  state: GameFace['state'];
  possible: number[];
  actions: Action[];
}

export function kindOf({ kind }: Pick<Listed, 'kind'>): Kind {
  return KINDS.find((known) => kind.startsWith(known)) ?? 'where';
}

export function themesOf({ themes }: Pick<Listed, 'themes'>): string[] {
  return themes.split(' ').filter((theme) => theme !== '');
}

export function ratingOf({ rating }: { rating: string }): number {
  return Number(rating.split(' ')[0]) || 1500;
}

/** The puzzles, each as hard as one of these says. */
export function withRatings(list: readonly Listed[], faces: readonly Pick<PuzzleFace, 'id' | 'rating'>[]): Listed[] {
  const known = new Map(faces.map(({ id, rating }) => [id, rating]));
  return list.map((puzzle) => ({ ...puzzle, rating: known.get(puzzle.id) ?? puzzle.rating }));
}

export interface Wish {
  kind: Kind | null;
  edition: string | null;
  theme: string | null;
}

export function fits(puzzle: Listed, { kind, edition, theme }: Wish): boolean {
  return (
    (kind === null || kindOf(puzzle) === kind) &&
    (edition === null || puzzle.edition === edition) &&
    (theme === null || themesOf(puzzle).includes(theme))
  );
}

/** The puzzle to solve next: one that was not solved, as hard as whoever solves is good. Among the nearest it is the one whose
 * name comes next, so that not everybody begins with the same. */
export function nextPuzzle(
  puzzles: readonly Listed[],
  wish: Wish,
  done: ReadonlySet<string>,
  rating: number,
  not: string | null,
): Listed | undefined {
  const left = puzzles.filter((puzzle) => fits(puzzle, wish) && puzzle.id !== not);
  const fresh = left.filter(({ id }) => !done.has(id));
  const far = (puzzle: Listed): number => Math.abs(ratingOf(puzzle) - rating);
  const near = [...(fresh.length > 0 ? fresh : left)].sort((a, b) => far(a) - far(b)).slice(0, 12);
  return near[Math.floor(Math.random() * near.length)];
}
