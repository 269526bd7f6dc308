// Where a piece stands beside its station, so that it covers no number: neither its own nor a
// neighbour's.
import type { Board } from './board';

export interface Offset {
  dx: number;
  dy: number;
}

/** How large pieces are drawn: as a figure is, times this. */
export const SIZE = 1.5;

const WIDTH = 15 * SIZE;
const HEIGHT = 25 * SIZE;
const DISC = 9.5;

/** Places for the foot of a piece, from the nicest on. */
const PLACES: Offset[] = [
  { dx: 0, dy: -8 },
  { dx: 14, dy: -5 },
  { dx: -14, dy: -5 },
  { dx: 21, dy: 4 },
  { dx: -21, dy: 4 },
  { dx: 22, dy: 17 },
  { dx: -22, dy: 17 },
  { dx: 27, dy: -8 },
  { dx: -27, dy: -8 },
  { dx: 16, dy: 44 },
  { dx: -16, dy: 44 },
  { dx: 0, dy: 47 },
];

function overlap(foot: { x: number; y: number }, disc: { x: number; y: number }): number {
  const [left, right] = [foot.x - WIDTH / 2, foot.x + WIDTH / 2];
  const [top, bottom] = [foot.y - HEIGHT, foot.y];
  const nearX = Math.max(left, Math.min(disc.x, right));
  const nearY = Math.max(top, Math.min(disc.y, bottom));
  return Math.max(0, DISC - Math.hypot(disc.x - nearX, disc.y - nearY));
}

const known = new WeakMap<Board, Map<number, Offset[]>>();

/** The two best places beside a station: for a piece, and for a second one. */
export function pieceOffset(board: Board, station: number, second = false): Offset {
  const places = known.get(board) ?? new Map<number, Offset[]>();
  known.set(board, places);
  let best = places.get(station);
  if (!best) {
    const [at, unit] = [board.at(station), board.unit];
    const discs = board.stations.map(({ id, x, y }) => ({ id, x: (x - at.x) / unit, y: (y - at.y) / unit }));
    const near = discs.filter(({ x, y }) => Math.hypot(x, y) < 80);
    const [left, top, width] = [
      (board.extent[0] - at.x) / unit,
      (board.extent[1] - at.y) / unit,
      board.extent[2] / unit,
    ];
    const cost = ({ dx, dy }: Offset, rank: number): number => {
      const foot = { x: dx, y: dy };
      const hidden = near.reduce((sum, disc) => sum + overlap(foot, disc) * (disc.id === station ? 0.6 : 1), 0);
      const outside = foot.y - HEIGHT < top + 8 || foot.x < left + 18 || foot.x > left + width - 18 ? 20 : 0;
      return hidden + outside + rank * 0.35;
    };
    const scored = PLACES.map((place, rank) => ({ place, cost: cost(place, rank) }));
    scored.sort((a, b) => a.cost - b.cost);
    const first = scored[0]?.place ?? { dx: 0, dy: 0 };
    const other = scored.find(({ place }) => Math.abs(place.dx - first.dx) >= WIDTH)?.place ?? first;
    best = [first, other].map(({ dx, dy }) => ({ dx: dx * unit, dy: dy * unit }));
    places.set(station, best);
  }
  return best[second ? 1 : 0] ?? { dx: 0, dy: 0 };
}
