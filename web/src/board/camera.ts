// Which part of the board is seen: pure functions.

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

export type Extent = readonly [number, number, number, number];

const CLOSEST = 5;

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

/** How many pixels at the upper and the lower edge lie under controls. */
export interface Covered {
  above: number;
  below: number;
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
export function zoom(camera: Camera, factor: number, at: { x: number; y: number }): Camera {
  const k = Math.min(camera.k * factor, CLOSEST);
  const ratio = k / camera.k;
  return { k, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio };
}

export function toBoard(camera: Camera, x: number, y: number): { x: number; y: number } {
  return { x: (x - camera.x) / camera.k, y: (y - camera.y) / camera.k };
}

export function toScreen(camera: Camera, at: { x: number; y: number }): { x: number; y: number } {
  return { x: at.x * camera.k + camera.x, y: at.y * camera.k + camera.y };
}

/** A rectangle around points, with some room. */
export function around(points: { x: number; y: number }[], room: number): Extent {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return [left, top, Math.max(...xs) + room - left, Math.max(...ys) + room - top];
}

/** Between two cameras: the scale runs by its logarithm, so that the way feels even. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const k = from.k * (to.k / from.k) ** part;
  // With an even scale the point that stands still lies on the line of both; without, it is a pan.
  const share = Math.abs(to.k - from.k) < 1e-6 ? part : (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
