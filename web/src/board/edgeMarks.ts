// Targets that are out of sight: told at the edge of the screen, beside one another.
import type { Board, Point } from './board';
import { type Camera, type Covered, type Size, toScreen } from './camera';

export interface EdgeMark {
  station: number;
  x: number;
  y: number;
}

/** How far from an edge a mark's middle is, and how far the middles of two are from one another. */
const INSET = { x: 22, y: 16 };
const APART = { x: 44, y: 33 };

interface Away {
  station: number;
  at: Point;
}

/** Places along a line, in order, each as near as can be to where it would like to be. */
export function spread(wishes: number[], low: number, high: number, gap: number): number[] {
  const places = wishes.map((wish) => Math.max(low, Math.min(high, wish)));
  for (let index = 1; index < places.length; index += 1) {
    places[index] = Math.max(places[index]!, places[index - 1]! + gap);
  }
  let limit = high;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index]!, limit);
    limit = places[index]! - gap;
  }
  return places;
}

/** Marks along an edge, in rows: what has no room in the first is in the next one, farther from the edge. */
function along(
  away: Away[],
  axis: 'x' | 'y',
  [low, high]: readonly [number, number],
  row: (index: number) => number,
): EdgeMark[] {
  const room = Math.max(1, Math.floor((high - low) / APART[axis]) + 1);
  const sorted = [...away].sort((a, b) => a.at[axis] - b.at[axis]);
  const rows = Math.ceil(sorted.length / room);
  return Array.from({ length: rows }, (_, index) => {
    const part = sorted.filter((_, place) => place % rows === index);
    const places = spread(
      part.map(({ at }) => at[axis]),
      low,
      high,
      APART[axis],
    );
    return part.map(({ station }, place): EdgeMark => {
      const [on, off] = [places[place]!, row(index)];
      return axis === 'x' ? { station, x: on, y: off } : { station, x: off, y: on };
    });
  }).flat();
}

export function edgeMarks(
  board: Board,
  targets: Iterable<number>,
  camera: Camera,
  { width, height }: Size,
  covered: Covered,
): EdgeMark[] {
  if (width === 0) return [];
  const [highest, lowest] = [covered.above, height - covered.below];
  const edges = { left: [] as Away[], right: [] as Away[], above: [] as Away[], below: [] as Away[] };
  for (const station of targets) {
    const at = toScreen(camera, board.at(station));
    if (at.x <= 8) edges.left.push({ station, at });
    else if (at.x >= width - 8) edges.right.push({ station, at });
    else if (at.y <= highest + 8) edges.above.push({ station, at });
    else if (at.y >= lowest - 8) edges.below.push({ station, at });
  }
  const upright = [highest + INSET.y, lowest - INSET.y] as const;
  // The corners belong to the sides.
  const beside = (marks: Away[]) => (marks.length > 0 ? INSET.x + APART.x : INSET.x);
  const level = [beside(edges.left), width - beside(edges.right)] as const;
  return [
    ...along(edges.left, 'y', upright, (row) => INSET.x + row * APART.x),
    ...along(edges.right, 'y', upright, (row) => width - INSET.x - row * APART.x),
    ...along(edges.above, 'x', level, (row) => highest + INSET.y + row * APART.y),
    ...along(edges.below, 'x', level, (row) => lowest - INSET.y - row * APART.y),
  ];
}
