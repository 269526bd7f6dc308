import { describe, expect, it } from 'vitest';

import { smallBoard } from '../../testing/fixtures';
import type { Piece } from '../types';
import { knowledge, memory, newsTime } from './picture';

const board = smallBoard();
const detective: Piece = { id: 'd1', look: { figure: 'detective', colour: 0 }, station: 1, label: 'Red', own: true };
const bot: Piece = { ...detective, id: 'd2', station: 4, own: false };

describe('knowledge', () => {
  const known = {
    possible: [
      { station: 2, weight: 1 },
      { station: 3, weight: 0.2 },
    ],
    pieces: [detective, bot],
    targets: [2, 5],
    spotlight: null,
    learntAt: 1,
  };

  it('lights where he can be as strongly as that is likely, and dims the rest', () => {
    const { lights, shade } = knowledge(board, known);
    expect(lights.get(2)!.lamp).toBeGreaterThan(lights.get(3)!.lamp);
    expect(lights.get(3)!.lamp).toBeGreaterThan(0);
    expect([1, 2, 3, 4, 5].map(shade)).toEqual(['fogged', 'candidate', 'candidate', 'fogged', 'fogged']);
  });

  it("clears the air around pieces, one's own most, and at what can be chosen", () => {
    const { lights } = knowledge(board, known);
    expect(lights.get(1)!.clear).toBeGreaterThan(lights.get(4)!.clear);
    expect(lights.get(1)!.lamp).toBe(0);
    expect(lights.get(5)!.clear).toBeGreaterThan(0.5);
  });

  it('shows a station that everybody looks at in full light', () => {
    expect(knowledge(board, { ...known, spotlight: 5 }).lights.get(5)).toEqual({ clear: 1, lamp: 1 });
  });

  it('travels from where it was learnt', () => {
    const { delay } = knowledge(board, known);
    expect(delay(1)).toBe(0);
    expect(delay(3)).toBeGreaterThan(delay(2));
    expect(newsTime(board, 1, 5)).toBeLessThanOrEqual(900);
    expect(newsTime(board, null, 5)).toBe(0);
  });
});

describe('memory', () => {
  it('follows a way that draws itself, and is nothing without one', () => {
    const way = [
      { from: 1, to: 2, via: [], order: 0 },
      { from: 2, to: 4, via: [], order: 1 },
    ];
    const { lights, shade, delay } = memory(way, [bot])!;
    expect([...lights.keys()].sort()).toEqual([1, 2, 4]);
    expect([1, 2, 3, 4].map(shade)).toEqual(['plain', 'plain', 'fogged', 'plain']);
    expect(delay(1)).toBeLessThan(delay(2));
    expect(delay(2)).toBeLessThan(delay(4));
    expect(memory([{ from: 1, to: 2, via: [], now: true }], [bot])).toBeNull();
  });
});
