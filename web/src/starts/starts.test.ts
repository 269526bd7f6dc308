import { describe, expect, it } from 'vitest';

import type { StartsFace } from '../protocol/types';
import data from './starts.json';
import { cellOf, ofServer, type Starts } from './starts';

describe('how games end by his start', () => {
  it('has the intervals of the arena', () => {
    let compared = 0;
    for (const { all, by_start, by_nearest } of data as Starts[]) {
      for (const cell of [all, ...Object.values(by_start), ...Object.values(by_nearest)]) {
        const own = cellOf(cell!);
        // Those of the arena are rounded to thousandths.
        for (const key of ['rate', 'low', 'high'] as const)
          expect(Math.abs(own[key] - cell![key])).toBeLessThan(0.000_51);
        expect(own.thin).toBe(cell!.thin);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('is told of a server by what it counts', () => {
    const face: StartsFace = {
      edition: 'modern',
      detectives: 4,
      endings: { captured: { games: 30, fugitive_wins: 0 }, escaped: { games: 10, fugitive_wins: 10 } },
      by_start: { '103': { games: 40, fugitive_wins: 10 } },
      by_nearest: { '3': { games: 29, fugitive_wins: 9 }, '4': { games: 11, fugitive_wins: 1 } },
    };
    const { all, endings, by_start, by_nearest, bots } = ofServer(face);
    expect([all.games, all.fugitive_wins, all.rate]).toEqual([40, 10, 0.25]);
    expect(endings).toEqual({ captured: 30, escaped: 10 });
    expect(by_start['103']).toEqual(all);
    expect([all.thin, by_nearest['3']?.thin]).toEqual([false, true]);
    expect(bots).toEqual([]);
  });

  it('says nothing sure of no games', () => {
    const { low, high, thin } = cellOf({ games: 0, fugitive_wins: 0 });
    expect([low < 0.01, high > 0.5, thin]).toEqual([true, true, true]);
  });
});
