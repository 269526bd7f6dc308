import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TableEvent } from '../protocol/messages';
import { HiddenGuests, MOST_TABLES } from './hiddenGuests.svelte';

let kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
beforeEach(() => void (kept = new Map()));

const said = (version: number, by: number): TableEvent => ({
  version,
  at: 0,
  by,
  what: 'said',
  to: 'table',
  text: 'hm',
});
const reacted = (version: number, by: number): TableEvent => ({
  version,
  at: 0,
  by,
  what: 'reacted',
  to: 'table',
  reaction: 'oops',
});
const came: TableEvent = { version: 9, at: 0, by: 2, what: 'came', name: 'Bea' };

describe('hidden guests', () => {
  it('say and show nothing, and are seen again when that is wanted', () => {
    const hidden = new HiddenGuests('abc');
    const events = [said(7, 2), said(8, 3), came, reacted(10, 2)];
    expect(hidden.without(events)).toBe(events);
    hidden.set(2, true);
    expect(hidden.without(events).map(({ what }) => what)).toEqual(['hidden', 'said', 'came', 'hidden']);
    expect(hidden.without(events).map(({ version }) => version)).toEqual([7, 8, 9, 10]);
    expect(JSON.stringify(hidden.without([said(7, 2)]))).not.toContain('hm');
    hidden.set(2, false);
    expect(hidden.without(events)).toEqual(events);
  });

  it('are known again after a reload, at their table alone, and not without end', () => {
    new HiddenGuests('first').set(2, true);
    expect(new HiddenGuests('first').has(2)).toBe(true);
    expect(new HiddenGuests('other').has(2)).toBe(false);
    for (let number = 0; number < MOST_TABLES; number++) new HiddenGuests(`table ${number}`).set(1, true);
    expect(new HiddenGuests('first').has(2)).toBe(false);
    expect(new HiddenGuests('table 0').has(1)).toBe(true);
    kept.set('fogbound-hidden', '{"no":"list"}');
    expect(new HiddenGuests('table 0').has(1)).toBe(false);
  });
});
