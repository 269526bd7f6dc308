import { describe, expect, it } from 'vitest';

import { fits, kindOf, type Listed, nextPuzzle, ratingOf, type Wish, withRatings } from './puzzle';

const puzzle = (id: string, more: Partial<Listed> = {}): Listed => ({
  id,
  kind: 'where',
  edition: 'one',
  detectives: '4',
  themes: 'black ferry',
  rating: '1500 100',
  ...more,
});
const ANY: Wish = { kind: null, edition: null, theme: null };

describe('the list of puzzles', () => {
  it('is chosen from by kind, edition and theme', () => {
    const net = puzzle('a', { kind: 'close 2', themes: 'pincer' });
    expect([kindOf(net), ratingOf(net)]).toEqual(['close', 1500]);
    expect(fits(net, { ...ANY, kind: 'close' })).toBe(true);
    expect(fits(net, { ...ANY, kind: 'slip' })).toBe(false);
    expect(fits(net, { ...ANY, theme: 'pincer' })).toBe(true);
    expect(fits(net, { ...ANY, theme: 'black' })).toBe(false);
    expect(fits(net, { ...ANY, edition: 'other' })).toBe(false);
  });

  it('is as hard as the server says, where that knows it', () => {
    const faces = [
      { id: 'b', rating: '1777 60' },
      { id: 'gone', rating: '1 1' },
    ];
    const list = withRatings([puzzle('a'), puzzle('b')], faces);
    expect(list.map(({ id, rating }) => `${id} ${rating}`)).toEqual(['a 1500 100', 'b 1777 60']);
  });

  it('gives one next that was not solved and is about as hard as one is good', () => {
    const list = Array.from({ length: 40 }, (_, n) => puzzle(`p${n}`, { rating: `${1000 + 20 * n} 90` }));
    for (let n = 0; n < 30; n += 1) {
      const found = nextPuzzle(list, ANY, new Set(['p0', 'p1']), 1000, 'p2')!;
      expect(Number(found.id.slice(1))).toBeGreaterThan(2);
      expect(ratingOf(found)).toBeLessThan(1320);
    }
    // When all are solved they come again.
    expect(nextPuzzle(list, ANY, new Set(list.map(({ id }) => id)), 1000, null)).toBeDefined();
    expect(nextPuzzle(list, { ...ANY, kind: 'slip' }, new Set(), 1000, null)).toBeUndefined();
  });
});
