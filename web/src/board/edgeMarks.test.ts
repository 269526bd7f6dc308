import { describe, expect, it } from 'vitest';

import { smallBoard } from '../testing/fixtures';
import { edgeMarks } from './edgeMarks';

const board = smallBoard();
const SCREEN = { width: 400, height: 300 };
const FREE = { above: 0, below: 0 };

describe('targets out of sight', () => {
  it('are told at the edge, those in sight are not', () => {
    const marks = edgeMarks(board, [1, 5], { x: 0, y: 0, k: 1 }, SCREEN, FREE);
    expect(marks).toEqual([{ station: 5, x: 378, y: 284 }]);
  });

  it('do not lie on one another', () => {
    const marks = edgeMarks(board, [1, 2, 3], { x: 0, y: -400, k: 1 }, SCREEN, FREE);
    expect(marks.map(({ station }) => station)).toEqual([1, 2, 3]);
    const near = edgeMarks(board, [1, 2, 3], { x: -1000, y: 0, k: 1 }, SCREEN, FREE);
    expect(new Set(near.map(({ y }) => y)).size).toBe(3);
    expect(near.every(({ x }) => x === 22)).toBe(true);
  });

  it('have room for each in a low window, in rows if they must', () => {
    const low = { width: 600, height: 150 };
    const camera = { x: -2000, y: -40, k: 1 };
    const marks = edgeMarks(board, [1, 2, 3, 4, 5], camera, low, { above: 20, below: 20 });
    expect(marks.length).toBe(5);
    for (const one of marks) {
      for (const other of marks) {
        if (one === other) continue;
        expect(Math.abs(one.x - other.x) >= 42 || Math.abs(one.y - other.y) >= 32).toBe(true);
      }
      expect(one.y).toBeGreaterThanOrEqual(36);
      expect(one.y).toBeLessThanOrEqual(114);
    }
  });

  it('are clear of the controls', () => {
    const marks = edgeMarks(board, [1], { x: 0, y: -90, k: 1 }, SCREEN, { above: 62, below: 0 });
    expect(marks).toEqual([{ station: 1, x: 100, y: 78 }]);
  });

  it('are not told before there is a screen', () => {
    expect(edgeMarks(board, [1, 5], { x: 0, y: 0, k: 1 }, { width: 0, height: 0 }, FREE)).toEqual([]);
  });
});
