import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { verify } from './proof';

const moved = readFileSync(new URL('../../../docs/examples/moved.fog', import.meta.url), 'utf8');

test('what the first place of a game that moved is said to have signed, it must have signed', async () => {
  expect(await verify(moved, null, [], null)).toMatchObject({ kind: 'chain', moved: 11, signature: 'none' });
  const last = moved.split('\n').findLast((line) => line.startsWith('before head '))!;
  const forged = moved.replace(last, `${last}\nbefore signature ${'17'.repeat(32)} ${'17'.repeat(64)}`);
  expect(forged).not.toBe(moved);
  expect(await verify(forged, null, [], null)).toEqual({ kind: 'signature' });
});
