import { describe, expect, it } from 'vitest';

import { smallBoard } from '../testing/fixtures';
import { nextStation, stationAt, wayOf } from './hit';

const board = smallBoard();
const CAMERA = { x: 10, y: 5, k: 2 };
const on = (x: number, y: number) => ({ x: x * CAMERA.k + CAMERA.x, y: y * CAMERA.k + CAMERA.y });

describe('a point of the screen', () => {
  it('means the station that is near', () => {
    expect(stationAt(board, [], CAMERA, on(203, 98), 16)).toBe(2);
  });

  it('means none where none is near', () => {
    expect(stationAt(board, [], CAMERA, on(500, 400), 16)).toBeNull();
  });

  it('reaches farther for a finger', () => {
    expect(stationAt(board, [], CAMERA, on(212, 100), 16)).toBeNull();
    expect(stationAt(board, [], CAMERA, on(212, 100), 26)).toBe(2);
  });

  it('means the station that can be chosen if another is nearer, but not on it', () => {
    const near = { x: 0, y: 0, k: 0.2 };
    const between = { x: 145 * 0.2, y: 100 * 0.2 };
    expect(stationAt(board, [], near, between, 16)).toBe(1);
    expect(stationAt(board, [2], near, between, 16)).toBe(2);
    expect(stationAt(board, [2], near, { x: 104 * 0.2, y: 100 * 0.2 }, 16)).toBe(1);
  });
});

describe('arrow keys', () => {
  it('point in their way', () => {
    expect(wayOf('ArrowUp')).toEqual([0, -1]);
    expect(wayOf('Enter')).toBeUndefined();
  });

  it('go to the next station in that way', () => {
    expect(nextStation(board, [1, 2, 3, 4, 5], 1, [1, 0])).toBe(2);
    expect(nextStation(board, [1, 2, 3, 4, 5], 2, [0, 1])).toBe(4);
    expect(nextStation(board, [1, 2, 3, 4, 5], 3, [-1, 0])).toBe(2);
  });

  it('rather go far straight on than near aside', () => {
    expect(nextStation(board, [3, 4], 1, [1, 0])).toBe(3);
  });

  it('go nowhere where nothing is', () => {
    expect(nextStation(board, [1, 2, 3], 2, [0, -1])).toBeNull();
  });
});
