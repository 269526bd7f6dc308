// Which station is meant: by a point of the screen, and by a key from another station.
import type { Board } from './board';
import { type Camera, toBoard } from './camera';

/** The station at a point of the screen, if one is within reach, in pixels. Of two that are near, the
 * one that can be chosen is meant. */
export function stationAt(
  board: Board,
  targets: Iterable<number>,
  camera: Camera,
  at: { x: number; y: number },
  reach: number,
): number | null {
  const point = toBoard(camera, at.x, at.y);
  const away = (station: number): number => {
    const { x, y } = board.at(station);
    return Math.hypot(x - point.x, y - point.y);
  };
  const within = Math.max(reach / camera.k, 10 * board.unit);
  let best: number | null = null;
  let least = within;
  for (const station of targets) {
    const distance = away(station);
    if (distance < least) [best, least] = [station, distance];
  }
  const nearest = board.nearest(point.x, point.y, within);
  if (best === null || nearest === null) return best ?? nearest;
  return away(nearest) < Math.min(least, 9 * board.unit) ? nearest : best;
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The way that an arrow key points, if it is one. */
export function wayOf(key: string): readonly [number, number] | undefined {
  return WAYS[key];
}

/** The next station in a direction: what lies aside counts twice. */
export function nextStation(
  board: Board,
  stations: Iterable<number>,
  from: number,
  [right, down]: readonly [number, number],
): number | null {
  const here = board.at(from);
  let best: { station: number; cost: number } | null = null;
  for (const station of stations) {
    if (station === from) continue;
    const { x, y } = board.at(station);
    const along = (x - here.x) * right + (y - here.y) * down;
    const across = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    const cost = along + across * 2;
    if (along > 0 && (best === null || cost < best.cost)) best = { station, cost };
  }
  return best?.station ?? null;
}
