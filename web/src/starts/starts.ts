// How games end by where he starts: of the arena, as they were counted once, and of a server, as it counts them.
import type { StartCount, StartsFace } from '../protocol/types';

/** Cells with fewer games than this say little. */
const THIN = 30;

/** Of the normal distribution, for 95 %. */
const Z = 1.959_963_985;

export interface Cell {
  games: number;
  fugitive_wins: number;
  rate: number;
  low: number;
  high: number;
  thin: boolean;
}

export interface Starts {
  edition: string;
  detectives: number;
  /** Who played; none where people did. */
  bots: string[][];
  all: Cell;
  endings: Record<string, number | undefined>;
  /** Whether a start is the first station of his tile. */
  tiles: boolean;
  by_start: Record<string, Cell | undefined>;
  by_nearest: Record<string, Cell | undefined>;
}

/** A cell with the interval by Wilson, as the arena has it. */
export function cellOf({ games, fugitive_wins }: StartCount): Cell {
  const n = Math.max(games, 1);
  const rate = fugitive_wins / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (rate + Z ** 2 / (2 * n)) / scale;
  const half = (Z * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2))) / scale;
  return { games, fugitive_wins, rate, low: middle - half, high: middle + half, thin: games < THIN };
}

function cells(counts: StartsFace['by_start']): Record<string, Cell> {
  return Object.fromEntries(Object.entries(counts).flatMap(([name, count]) => (count ? [[name, cellOf(count)]] : [])));
}

/** What a server has counted, as what the arena has. Each game is in one of the endings. */
export function ofServer({ edition, detectives, endings, by_start, by_nearest }: StartsFace): Starts {
  const counts = Object.values(endings).flatMap((count) => (count ? [count] : []));
  const sum = (of: keyof StartCount): number => counts.reduce((all, count) => all + count[of], 0);
  return {
    edition,
    detectives,
    bots: [],
    all: cellOf({ games: sum('games'), fugitive_wins: sum('fugitive_wins') }),
    endings: Object.fromEntries(Object.entries(endings).map(([cause, count]) => [cause, count?.games])),
    tiles: false,
    by_start: cells(by_start),
    by_nearest: cells(by_nearest),
  };
}
