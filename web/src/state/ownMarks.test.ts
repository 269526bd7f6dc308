import { beforeEach, expect, test, vi } from 'vitest';

import { MOST_MARKS, MOST_SHEETS, OwnMarks } from './ownMarks.svelte';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
beforeEach(() => kept.clear());

const sheet = (table: string, game = 1, audience: 'fugitive' | 'hunters' = 'hunters') =>
  new OwnMarks(() => ({ table, game, audience }));

test('marks are kept for the game and the side that set them, and for no other', () => {
  sheet('a').set(5, 'here');
  const mine = sheet('a');
  mine.set(6, 'watch');
  mine.set(5, 'not_here');
  expect([...sheet('a').marks]).toEqual([
    [6, 'watch'],
    [5, 'not_here'],
  ]);
  expect(sheet('a', 1, 'fugitive').marks.size).toBe(0);
  expect(sheet('a', 2).marks.size).toBe(0);
  mine.set(5, null);
  mine.set(6, null);
  expect(kept.get('fogbound-marks')).toBe('[]');
});

test('what is kept is bounded', () => {
  for (let table = 0; table < MOST_SHEETS + 3; table++) sheet(`t${table}`).set(1, 'here');
  expect(JSON.parse(kept.get('fogbound-marks')!)).toHaveLength(MOST_SHEETS);
  expect(sheet('t0').marks.size).toBe(0);
  const mine = sheet('full');
  for (let station = 1; station <= MOST_MARKS + 5; station++) mine.set(station, 'here');
  expect(mine.marks.size).toBe(MOST_MARKS);
  expect(mine.marks.has(1)).toBe(false);
});

test('what makes no sense is not read', () => {
  for (const text of [
    '{',
    '{}',
    '[1]',
    '[{"of":"a 1 hunters","marks":[["x","here"]]}]',
    '[{"of":"a 1 hunters","marks":[[1,"boo"]]}]',
  ]) {
    kept.set('fogbound-marks', text);
    expect(sheet('a').marks.size).toBe(0);
  }
});
