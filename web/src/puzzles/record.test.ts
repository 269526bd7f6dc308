import { describe, expect, it } from 'vitest';

import { afterDay, readKept, today } from './record.svelte';

const none = readKept(null);

describe('what a browser remembers of puzzles', () => {
  it('counts days in a row, each once', () => {
    const first = afterDay(none, 100);
    expect(first).toMatchObject({ day: 100, streak: 1, best: 1 });
    expect(afterDay(first, 100)).toBe(first);
    const second = afterDay(first, 101);
    expect(second).toMatchObject({ streak: 2, best: 2 });
    expect(afterDay(second, 103)).toMatchObject({ day: 103, streak: 1, best: 2 });
    expect(afterDay(second, 99)).toBe(second);
  });

  it('takes what makes sense of what is stored', () => {
    expect(readKept('nonsense')).toEqual(none);
    const kept = readKept(JSON.stringify({ rating: '1600 80', solved: ['a', 3], day: 1.5, streak: 4, best: 'x' }));
    expect(kept).toMatchObject({ rating: '1600 80', solved: ['a'], missed: [], day: -1, streak: 4, best: 0 });
    expect(readKept(JSON.stringify({ rating: '1; drop' })).rating).toBe('');
    expect(readKept(JSON.stringify({ solved: Array(9000).fill('a') })).solved).toHaveLength(3000);
  });

  it('has days that begin at midnight in Greenwich', () => {
    expect(today(Date.UTC(2026, 10, 18, 0, 0, 0))).toBe(today(Date.UTC(2026, 10, 18, 23, 59, 59)));
    expect(today(Date.UTC(2026, 10, 19))).toBe(today(Date.UTC(2026, 10, 18)) + 1);
  });
});
