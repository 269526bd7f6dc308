// What the fog shows: what the hunters know, or at the end the way that he took. Pure functions.
import type { Board } from '../board';
import type { Piece, Possible, RouteLeg } from '../types';
import type { Light, Lights } from './lights';

/** How a station is drawn: lit where he can be, dimmed where he cannot; as ever otherwise. */
export type Shade = 'candidate' | 'fogged' | 'plain';

export interface FogPicture {
  lights: Lights;
  shade: (station: number) => Shade;
  /** How long after the news a station changes, in milliseconds. */
  delay: (station: number) => number;
}

/** How fast news travel over the board, in units a millisecond. */
const SPEED = 1.1;
/** News are everywhere after this time, in milliseconds. */
const LATEST = 900;
/** When the first leg of a route is drawn, and the time of each; the style of the route has the same. */
const LEGS = { first: 500, each: 140 };

class Lamps {
  readonly lights = new Map<number, Light>();

  /** Adds a light: the brighter one counts. */
  add(station: number, clear: number, lamp = 0): void {
    const known = this.lights.get(station) ?? { clear: 0, lamp: 0 };
    this.lights.set(station, { clear: Math.max(known.clear, clear), lamp: Math.max(known.lamp, lamp) });
  }
}

/** How long news from one station take to another. */
export function newsTime(board: Board, learntAt: number | null, station: number): number {
  if (learntAt === null) return 0;
  const [a, b] = [board.at(station), board.at(learntAt)];
  return Math.min(LATEST, Math.hypot(a.x - b.x, a.y - b.y) / board.unit / SPEED);
}

export interface Known {
  possible: readonly Possible[];
  pieces: readonly Piece[];
  targets: Iterable<number>;
  /** A station that everybody looks at. */
  spotlight: number | null;
  /** Where the last thing was learnt: from there fog closes in and clears. */
  learntAt: number | null;
}

/** What is known: light falls on where he can be, as strong as that is likely, around the pieces, one's own above
 * all, and on what can be chosen. */
export function knowledge(board: Board, { possible, pieces, targets, spotlight, learntAt }: Known): FogPicture {
  const lamps = new Lamps();
  for (const { station, weight } of possible) lamps.add(station, 0.5 + 0.5 * weight, 0.15 + 0.85 * weight);
  for (const { station, own } of pieces) lamps.add(station, own ? 0.95 : 0.6);
  for (const station of targets) lamps.add(station, 0.8);
  if (spotlight !== null) lamps.add(spotlight, 1, 1);
  const candidates = new Set(possible.map(({ station }) => station));
  return {
    lights: lamps.lights,
    shade: (station) => (candidates.has(station) ? 'candidate' : 'fogged'),
    delay: (station) => newsTime(board, learntAt, station),
  };
}

/** The way that he took, which draws itself through the fog; nothing if none does. */
export function memory(route: readonly RouteLeg[], pieces: readonly Piece[]): FogPicture | null {
  const drawn = route.filter(({ order }) => order !== undefined);
  if (drawn.length === 0) return null;
  const lamps = new Lamps();
  const delays = new Map<number, number>();
  for (const { from, to, order } of drawn) {
    for (const [station, legs] of [
      [from, order!],
      [to, order! + 1],
    ] as const) {
      lamps.add(station, 1, 0.5);
      delays.set(station, Math.min(delays.get(station) ?? Infinity, LEGS.first + legs * LEGS.each));
    }
  }
  for (const { station } of pieces) lamps.add(station, 0.7);
  return {
    lights: lamps.lights,
    shade: (station) => (delays.has(station) ? 'plain' : 'fogged'),
    delay: (station) => delays.get(station) ?? 0,
  };
}
