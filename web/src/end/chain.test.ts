import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { brokenLink, numbersHold, readChain } from './chain';

const read = (name: string): string => readFileSync(new URL(`../../../docs/examples/${name}`, import.meta.url), 'utf8');

test('the chains of the examples hold, also of a game that moved', () => {
  for (const name of ['shuffled.fog', 'moved.fog']) {
    const record = readChain(read(name))!;
    expect([name, numbersHold(record), brokenLink(record)]).toEqual([name, true, null]);
  }
  const { moved, before } = readChain(read('moved.fog'))!;
  expect([moved, before?.steps.length]).toEqual([11, 11]);
});

test('what was changed of either place is found', () => {
  const text = read('moved.fog');
  for (const [old, other] of [
    ['moved 11', 'moved 10'],
    ['x 78', 'x 79'],
    ['1. taxi 79', '1. taxi 63'],
    ['before head a', 'before head b'],
    ['4. bus 94', '4. taxi 94'],
  ] as const) {
    expect(text).toContain(old);
    expect([old, brokenLink(readChain(text.replace(old, other))!)]).not.toEqual([old, null]);
  }
});
