// Which part of the board is seen: pure functions.
import type { Point } from './board';

export interface Camera {
  /** Where the board's origin is on the screen. */
  x: number;
  y: number;
  /** Screen pixels for one unit of the board. */
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Left, top, width, height. */
export type Extent = readonly [number, number, number, number];

/** How many pixels at the upper and the lower edge lie under controls. */
export interface Covered {
  above: number;
  below: number;
}

const CLOSEST = 5;
/** The digits of a station can be read from this size on, in pixels; as a drawing of unit 1 has them. */
const DIGITS = { drawn: 10.4, readable: 11 };

/** Pixels for a unit at which the numbers of a board can be read.
 * @param unit how large its stations are drawn */
export function readable(unit: number): number {
  return DIGITS.readable / DIGITS.drawn / unit;
}

/** The camera that shows all of a rectangle of the board. */
export function fit([left, top, width, height]: Extent, screen: Size, padding = 0, closest = CLOSEST): Camera {
  const room = { width: screen.width - 2 * padding, height: screen.height - 2 * padding };
  const k = Math.min(room.width / width, room.height / height, closest);
  return {
    k,
    x: (screen.width - width * k) / 2 - left * k,
    y: (screen.height - height * k) / 2 - top * k,
  };
}

/** Keeps the board on the screen, and the scale within reason. What lies under the controls can be
 * brought out. */
export function clamp(camera: Camera, extent: Extent, screen: Size, { above, below }: Covered): Camera {
  const least = fit(extent, screen).k;
  const k = Math.min(Math.max(camera.k, least), Math.max(CLOSEST, least));
  const side = (offset: number, low: number, length: number, from: number, to: number): number => {
    const [drawn, first] = [length * k, offset + low * k];
    if (drawn <= to - from) return (from + to - drawn) / 2 - low * k;
    return Math.min(from, Math.max(to - drawn, first)) - low * k;
  };
  return {
    k,
    x: side(camera.x, extent[0], extent[2], 0, screen.width),
    y: side(camera.y, extent[1], extent[3], above, screen.height - below),
  };
}

/** Zooms about a point of the screen. */
export function zoom(camera: Camera, factor: number, at: Point): Camera {
  const k = Math.min(camera.k * factor, CLOSEST);
  const ratio = k / camera.k;
  return { k, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio };
}

export function toBoard(camera: Camera, x: number, y: number): Point {
  return { x: (x - camera.x) / camera.k, y: (y - camera.y) / camera.k };
}

export function toScreen(camera: Camera, at: Point): Point {
  return { x: at.x * camera.k + camera.x, y: at.y * camera.k + camera.y };
}

/** A rectangle around points, with some room. */
export function around(points: Point[], room: number): Extent {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return [left, top, Math.max(...xs) + room - left, Math.max(...ys) + room - top];
}

function nearestFirst(points: Point[], from: Point): Point[] {
  const distance = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y);
  return [...points].sort((a, b) => distance(a) - distance(b));
}

/** What is to be seen: points that must be, of which the last matters most, and others if there is room. */
export interface Wanted {
  must: Point[];
  also: Point[];
}

/** The camera for some points, near enough to read the numbers: those that must be seen, or the last of them where
 * that is too much, with as many of the others as there is room for. Where the whole board can be read, it is shown.
 * @param near pixels for a unit at which numbers can be read */
export function frame({ must, also }: Wanted, extent: Extent, screen: Size, covered: Covered, near: number): Camera {
  const whole = fit(extent, screen);
  const last = must.at(-1);
  if (whole.k >= near || last === undefined) return whole;
  const { above, below } = covered;
  const free = { width: screen.width, height: screen.height - above - below };
  const showing = (points: Point[]): Camera => {
    const camera = fit(around(points, 44), free, 6, near * 1.2);
    return { ...camera, y: camera.y + above };
  };
  const needed = showing(must);
  // A little smaller than one would like, but together.
  if (needed.k < near * 0.8) return centred({ ...whole, k: near }, last, screen, covered);
  const points = [...must];
  for (const point of nearestFirst(also, last)) {
    if (showing([...points, point]).k >= near) points.push(point);
  }
  return showing(points);
}

/** The camera that has a point in the middle of what is not covered. */
export function centred(camera: Camera, at: Point, screen: Size, { above, below }: Covered): Camera {
  return {
    ...camera,
    x: screen.width / 2 - at.x * camera.k,
    y: (above + screen.height - below) / 2 - at.y * camera.k,
  };
}

/** Whether points can be seen, with what is drawn around them. */
export function inSight(points: Point[], camera: Camera, screen: Size, { above, below }: Covered): boolean {
  return points.every((point) => {
    const { x, y } = toScreen(camera, point);
    return x > 24 && y > 30 + above && x < screen.width - 24 && y < screen.height - 24 - below;
  });
}

/** Between two cameras: the scale runs by its logarithm, so that the way feels even. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const k = from.k * (to.k / from.k) ** part;
  // With an even scale the point that stands still lies on the line of both; without, it is a pan.
  const share = Math.abs(to.k - from.k) < 1e-6 ? part : (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
