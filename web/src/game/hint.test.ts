import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClientMessage } from '../protocol/messages';
import type { TransportListener } from '../protocol/transport';
import { PROTOCOL, TableState } from '../state/table.svelte';
import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { Mortal, mortalCoach } from '../testing/mortal';
import { Hint } from './hint.svelte';

const FOUND = { action: { kind: 'end_turn' }, reasons: [], certainty: 'likely' };
let dies = 0;

beforeEach(() => {
  dies = 0;
  mortalCoach(() => (dies-- > 0 ? 'dies' : { body: JSON.stringify(FOUND) }));
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('a record')));
});

/** A table that counts every hint it is asked for. */
function atTable() {
  let listener: TransportListener | undefined;
  let taken = 0;
  const counted = () => sceneOf(gameFace({ hints: taken > 0 ? [{ guest: 1, count: taken }] : [] }));
  const tell = () =>
    listener!.heard({ type: 'news', from: 0, reset: true, earlier: false, events: [], scene: counted() });
  const send = (message: ClientMessage): void => {
    if (message.type !== 'do' || message.command.do !== 'hint') return;
    taken += 1;
    queueMicrotask(tell);
  };
  const table = new TableState('abc', (wanted) => {
    listener = wanted;
    return { send, close: () => {} };
  });
  listener!.opened();
  listener!.heard({ type: 'welcome', protocol: PROTOCOL });
  listener!.heard({ type: 'you', ...youAre() });
  tell();
  return { hint: new Hint(table), taken: () => taken };
}

describe('a hint', () => {
  it('is counted when it is found, and shown when it is counted', async () => {
    const { hint, taken } = atTable();
    await hint.ask(['d1']);
    expect([hint.wrong, hint.shown, taken()]).toEqual(['', FOUND, 1]);
  });

  it('that is not found is not counted, and the next one is found by another Worker', async () => {
    const { hint, taken } = atTable();
    dies = 1;
    await hint.ask(['d1']);
    expect([hint.busy, hint.shown, taken()]).toEqual([false, null, 0]);
    expect(hint.wrong).toMatch(/hints/);
    await hint.ask(['d1']);
    expect([hint.busy, hint.wrong, hint.shown, taken()]).toEqual([false, '', FOUND, 1]);
    expect(Mortal.all.length).toBe(2);
  });
});
