import { beforeEach, describe, expect, it, vi } from 'vitest';

import { commitment } from '../end/chain';
import type { Scene, TableEvent } from '../protocol/messages';
import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { keepNumber, seenGame, Witness } from './witness';

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  // Each entry is a property of its own, as in a browser.
  const storage = new Proxy(
    {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => void store.set(name, value),
      removeItem: (name: string) => void store.delete(name),
    },
    {
      ownKeys: () => [...store.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  vi.stubGlobal('localStorage', storage);
});

const NUMBER = '11'.repeat(32);

function shuffle(change: Partial<NonNullable<Scene['shuffle']>> = {}): Scene['shuffle'] {
  return { commitment: 'aa', number: null, key: 'bb', contributions: [], ...change };
}

function played(link: number, head: string): TableEvent {
  return {
    version: link + 5,
    at: 1,
    what: 'played',
    cause: 'person',
    events: [],
    proof: { link, head, signature: 's' },
  };
}

const playing = (change: Partial<Scene> = {}): Scene => sceneOf(gameFace(), { shuffle: shuffle(), ...change });
const lobby = (change: Partial<Scene> = {}): Scene => sceneOf(null, { stage: 'lobby', ...change });

describe('a witness', () => {
  it('keeps heads over a reload', () => {
    new Witness('abc').see([played(0, 'h0'), played(1, 'h1')], playing(), true);
    new Witness('abc').see([played(2, 'h2')], playing(), true);
    expect(seenGame('abc', 1)).toEqual({
      promise: 'aa',
      key: 'bb',
      heads: {
        0: { head: 'h0', signature: 's' },
        1: { head: 'h1', signature: 's' },
        2: { head: 'h2', signature: 's' },
      },
      twice: [],
    });
    expect(seenGame('abc', 2)).toBeNull();
  });

  it('takes what is told when all is open for nothing that it saw', () => {
    const over = playing({ stage: 'over', shuffle: shuffle({ number: NUMBER }) });
    new Witness('abc').see([played(0, 'h0')], over, false);
    expect(seenGame('abc', 1)).toBeNull();
    // But the last step comes with the end, and was seen.
    new Witness('abc').see([played(1, 'h1')], over, true);
    expect(seenGame('abc', 1)?.heads).toEqual({ 1: { head: 'h1', signature: 's' } });
    expect(seenGame('abc', 1)?.promise).toBeUndefined();
  });

  it('keeps the seals of a game that began before there was a chain', () => {
    const sealed = (version: number, proof: string): TableEvent => ({ ...played(version, ''), proof }) as TableEvent;
    const witness = new Witness('abc');
    witness.see([sealed(1, 's1'), sealed(2, 's2')], playing(), true);
    witness.see([sealed(2, 's2')], playing(), false);
    expect(seenGame('abc', 1)?.seals).toEqual(['s1', 's2']);
    const over = playing({ stage: 'over' });
    new Witness('other').see([sealed(1, 's1')], over, false);
    expect(seenGame('other', 1)).toBeNull();
  });

  it('notices that two heads are told of one link, and keeps the first', () => {
    const witness = new Witness('abc');
    witness.see([played(3, 'one')], playing(), true);
    witness.see([played(3, 'other')], playing(), false);
    expect(seenGame('abc', 1)).toMatchObject({ heads: { 3: { head: 'one' } }, twice: [3] });
  });

  it('promises a number once it has a seat in a lobby, and the same one until it is used', () => {
    const witness = new Witness('abc');
    expect(witness.promise(lobby(), youAre({ seats: [] }))).toBeNull();
    expect(witness.promise(playing(), youAre())).toBeNull();
    const promised = witness.promise(lobby(), youAre());
    expect(promised).toMatch(/^[0-9a-f]{64}$/);
    expect(new Witness('abc').promise(lobby(), youAre())).toBe(promised);
    const told = (commitment: string): Scene =>
      lobby({ guests: [{ guest: 1, name: 'Ada', muted: false, banned: false, ready: false, commitment }] });
    expect(witness.promise(told(promised!), youAre())).toBeNull();
    // A promise that nobody here made is that of another device, or of a browser that has forgotten it.
    const devices = [1, 2].map((device) => ({ device, since: 0, this: device === 1 }));
    expect(witness.promise(told('other'), youAre({ devices }))).toBeNull();
    expect(witness.promise(told('other'), youAre())).toBe(promised);
  });

  it('opens the number that it promised when it is waited for, and knows in which game it was used', () => {
    keepNumber('abc', NUMBER);
    const witness = new Witness('abc');
    const contributions = [{ guest: 1, commitment: commitment(NUMBER), number: null }];
    const waits = lobby({ shuffle: shuffle({ contributions, time_left: 5000 }) });
    expect(witness.opening(waits, youAre())).toBe(NUMBER);
    expect(witness.opening(waits, youAre({ guest: 2 }))).toBeNull();
    expect(witness.opening(lobby(), youAre())).toBeNull();
    const others = [{ guest: 1, commitment: 'other', number: null }];
    expect(witness.opening(lobby({ shuffle: shuffle({ contributions: others, time_left: 1 }) }), youAre())).toBeNull();
    witness.see([], playing({ shuffle: shuffle({ contributions }) }), true);
    expect(seenGame('abc', 1)?.number).toBe(NUMBER);
    expect(witness.promise(lobby(), youAre())).not.toBe(commitment(NUMBER));
  });

  it('keeps what it saw of the last tables only', () => {
    vi.useFakeTimers();
    for (let table = 0; table < 40; table += 1) {
      vi.setSystemTime(1000 + table);
      new Witness(`t${table}`).see([played(0, 'h')], playing(), true);
    }
    vi.useRealTimers();
    expect(store.size).toBe(30);
    expect(seenGame('t39', 1)).not.toBeNull();
    expect(seenGame('t0', 1)).toBeNull();
  });
});
