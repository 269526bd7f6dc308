import { describe, expect, it } from 'vitest';

import { begin, endOf, lightsAt, same, still } from './lights';

const LIT = { clear: 1, lamp: 1 };

describe('lights', () => {
  it('come and go, each after its delay', () => {
    const change = begin(new Map([[1, LIT]]), new Map([[2, LIT]]), (station) => (station === 2 ? 400 : 0), 1000);
    expect(lightsAt(change, 1000)).toEqual(new Map([[1, LIT]]));
    const between = lightsAt(change, 1260);
    expect(between.get(1)!.clear).toBeCloseTo(0.5);
    expect(between.has(2)).toBe(false);
    expect(endOf(change)).toBe(1920);
    expect(lightsAt(change, endOf(change))).toEqual(new Map([[2, LIT]]));
  });

  it('go on from where they were when something new is learnt', () => {
    const first = begin(new Map(), new Map([[1, LIT]]), () => 0, 0);
    const half = lightsAt(first, 260);
    const second = begin(half, new Map(), () => 0, 260);
    expect(lightsAt(second, 260)).toEqual(half);
    expect(lightsAt(second, 2000).size).toBe(0);
  });

  it('are there at once where nothing may move', () => {
    expect(lightsAt(still(new Map([[1, LIT]])), 0)).toEqual(new Map([[1, LIT]]));
  });

  it('are the same when each is', () => {
    expect(same(new Map([[1, LIT]]), new Map([[1, { ...LIT }]]))).toBe(true);
    expect(same(new Map([[1, LIT]]), new Map([[1, { clear: 1, lamp: 0.5 }]]))).toBe(false);
    expect(same(new Map([[1, LIT]]), new Map([[2, LIT]]))).toBe(false);
    expect(same(new Map(), new Map([[2, LIT]]))).toBe(false);
  });
});
