import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { SeenGame } from '../state/witness';
import { readChain } from './chain';
import { sight, type Verdict, verify } from './proof';

const read = (name: string): string => readFileSync(new URL(`../../../docs/examples/${name}`, import.meta.url), 'utf8');

/** How much is said of a game of which nothing is wrong. */
function said(verdict: Verdict | null): string {
  return verdict?.kind === 'chain' || verdict?.kind === 'holds' ? sight(verdict) : (verdict?.kind ?? 'nothing');
}

test('of a record with seals no more is said than was seen of them', async () => {
  const text = read('proved.fog');
  const seals = [...text.matchAll(/^proof \d+ \S+ (\S+)$/gm)].map(([, hash]) => hash!);
  expect(seals).toHaveLength(3);
  const of = (seen: string[] | null, record = text): Promise<Verdict | null> =>
    verify(record, seen && { heads: {}, twice: [], seals: seen }, [], null);
  expect(await of(null)).toEqual({ kind: 'holds', seals: 3, seen: 0, vouched: 0 });
  expect(said(await of(null))).toBe('none');
  expect(said(await of(seals))).toBe('all');
  expect(said(await of(seals.slice(0, 2)))).toBe('part');
  // Each stands for all before it.
  expect(said(await of(seals.slice(2)))).toBe('all');
  // One that was taken back is in no record; but one of the deal is.
  expect(said(await of([...seals, 'ff']))).toBe('all');
  expect(said(await of(['ff']))).toBe('missing');
  const bare = text.replace(/^proof .*\n/gm, '');
  expect(said(await of(null, bare))).toBe('nothing');
  expect(said(await of(seals, bare))).toBe('missing');
});

test('of a chain no more is said than was seen of it', async () => {
  const text = read('shuffled.fog');
  const { links, promise, key } = readChain(text)!;
  const of = (numbers: number[]): Promise<Verdict | null> => {
    const heads = Object.fromEntries(numbers.map((link) => [link, { head: links[link]!.head }]));
    const seen: SeenGame = { promise, key, heads, twice: [] };
    return verify(text, numbers.length === 0 ? null : seen, [], null);
  };
  const last = links.length - 1;
  expect(said(await of([]))).toBe('none');
  expect(said(await of([0, 1, 2]))).toBe('part');
  expect(said(await of([0, last]))).toBe('all');
  expect(await of([3])).toMatchObject({ seen: 1, vouched: 4 });
});

test('what the first place of a game that moved is said to have signed, it must have signed', async () => {
  const moved = read('moved.fog');
  expect(await verify(moved, null, [], null)).toMatchObject({ kind: 'chain', moved: 11, signature: 'none' });
  const last = moved.split('\n').findLast((line) => line.startsWith('before head '))!;
  const forged = moved.replace(last, `${last}\nbefore signature ${'17'.repeat(32)} ${'17'.repeat(64)}`);
  expect(forged).not.toBe(moved);
  expect(await verify(forged, null, [], null)).toEqual({ kind: 'signature' });
});
