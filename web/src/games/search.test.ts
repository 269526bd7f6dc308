import { describe, expect, it } from 'vitest';

import { noteOf } from '../state/gameNote';
import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { ANY, found } from './search';

const DAY = 86_400_000;
const first = noteOf(sceneOf(gameFace()), youAre(), new Date('2026-11-10T12:00').getTime())!;
const won = { ...first, table: 'won', edition: 'study', state: 'over', winner: 'hunters', at: first.at + DAY } as const;
const lost = { ...first, table: 'lost', state: 'over', winner: 'fugitive', at: first.at + 2 * DAY } as const;
const all = [lost, won, first];
const said = ({ table }: { table: string }): string => `${table} Émile (bot), Tuesday`;
const tables = (wanted: Partial<typeof ANY>) => found(all, { ...ANY, ...wanted }, said).map(({ table }) => table);

describe('the search', () => {
  it('gives all if nothing is wanted', () => {
    expect(tables({})).toEqual(['lost', 'won', 'abc']);
  });

  it('finds words in any order, without capitals and accents', () => {
    expect(tables({ words: 'TUESDAY won' })).toEqual(['won']);
    expect(tables({ words: 'emile' }).length).toBe(3);
    expect(tables({ words: 'nobody' })).toEqual([]);
  });

  it('finds by edition, result and day', () => {
    expect(tables({ edition: 'study' })).toEqual(['won']);
    expect(tables({ result: 'running' })).toEqual(['abc']);
    expect(tables({ result: 'lost' })).toEqual(['lost']);
    expect(tables({ since: '2026-11-11' })).toEqual(['lost', 'won']);
    expect(tables({ since: '2026-11-11', edition: 'study', words: 'won' })).toEqual(['won']);
  });
});
