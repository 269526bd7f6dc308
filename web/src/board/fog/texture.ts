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

const smooth = (part: number) => part * part * (3 - 2 * part);

/** Adds noise whose waves are a tile divided by `cells` long. */
function add(sum: Float32Array, cells: number, weight: number): void {
  const values = grid(cells, 97 * cells + 13);
  const step = cells / TILE;
  for (let y = 0; y < TILE; y += 1) {
    const [row, down] = [Math.floor(y * step), smooth((y * step) % 1)];
    const [upper, lower] = [row * cells, ((row + 1) % cells) * cells];
    for (let x = 0; x < TILE; x += 1) {
      const [left, across] = [Math.floor(x * step), smooth((x * step) % 1)];
      const right = (left + 1) % cells;
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

/** The tile as a picture of one colour. */
export function tile([red, green, blue]: Colour): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [TILE, TILE];
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(TILE, TILE);
  smoke().forEach((thickness, index) => image.data.set([red, green, blue, thickness * 255], index * 4));
  context.putImageData(image, 0, 0);
  return canvas;
}
