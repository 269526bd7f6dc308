// A tile of smoke: noise of several sizes that repeats without a seam. The same in every browser.

/** Pixels of a side. */
export const TILE = 192;

/** A grid of chance, the same each time. */
function grid(side: number, seed: number): Float32Array {
  const values = new Float32Array(side * side);
  let state = seed;
  for (let index = 0; index < values.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[index] = state / 2 ** 32;
  }
  return values;
}

/** For each pixel of a side: the cell before it, the cell after it, and how near it is to that one. */
function between(cells: number): { before: Uint8Array; after: Uint8Array; near: Float64Array } {
  const [before, after, near] = [new Uint8Array(TILE), new Uint8Array(TILE), new Float64Array(TILE)];
  const step = cells / TILE;
  for (let at = 0; at < TILE; at += 1) {
    const part = (at * step) % 1;
    before[at] = Math.floor(at * step);
    after[at] = (before[at]! + 1) % cells;
    near[at] = part * part * (3 - 2 * part);
  }
  return { before, after, near };
}

/** Adds noise whose waves are a tile divided by `cells` long. */
function add(sum: Float32Array, cells: number, weight: number): void {
  const values = grid(cells, 97 * cells + 13);
  const { before, after, near } = between(cells);
  for (let y = 0; y < TILE; y += 1) {
    const upper = before[y]! * cells;
    const lower = after[y]! * cells;
    const down = near[y]!;
    for (let x = 0; x < TILE; x += 1) {
      const left = before[x]!;
      const right = after[x]!;
      const across = near[x]!;
      const above = values[upper + left]! * (1 - across) + values[upper + right]! * across;
      const below = values[lower + left]! * (1 - across) + values[lower + right]! * across;
      sum[y * TILE + x]! += weight * (above * (1 - down) + below * down);
    }
  }
}

/** How thick the smoke is at each point of the tile, from 0 to 1. */
export function smoke(): Float32Array {
  const sum = new Float32Array(TILE * TILE);
  for (const [cells, weight] of [
    [4, 0.5],
    [8, 0.27],
    [16, 0.15],
    [32, 0.08],
  ] as const) {
    add(sum, cells, weight);
  }
  // Drawn apart: wisps with clear air between them.
  return sum.map((value) => Math.min(1, Math.max(0, (value - 0.32) * 2.6)));
}

export type Colour = readonly [red: number, green: number, blue: number];

const tiles = new Map<Colour, HTMLCanvasElement>();

/** The tile as a picture of one colour; made once. */
export function tile(colour: Colour): HTMLCanvasElement {
  const known = tiles.get(colour);
  if (known) return known;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [TILE, TILE];
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(TILE, TILE);
  const [red, green, blue] = colour;
  let at = 0;
  for (const thickness of smoke()) {
    image.data[at] = red;
    image.data[at + 1] = green;
    image.data[at + 2] = blue;
    image.data[at + 3] = thickness * 255;
    at += 4;
  }
  context.putImageData(image, 0, 0);
  tiles.set(colour, canvas);
  return canvas;
}
