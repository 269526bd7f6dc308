import { beforeEach, describe, expect, it } from 'vitest';

import type { Scene } from '../protocol/messages';
import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { notePeople, peopleOf, peopleOfGame, peopleOfTag } from './people';

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

const scene = (number: number, change: Partial<Scene> = {}): Scene => sceneOf(gameFace({ number }), change);
const SAME_NAME = [1, 2].map((guest) => ({ guest, name: 'Ada', muted: false, banned: false, ready: true }));

describe('who sat where', () => {
  it('tells people of one name apart, and each bot', () => {
    const people = peopleOf(scene(1, { guests: SAME_NAME }), youAre());
    expect(people.fugitive).toEqual({ who: 'fugitive', level: 1, mine: false });
    expect([people.d1, people.d2]).toEqual([
      { who: 'guest 1', name: 'Ada', mine: true },
      { who: 'guest 2', name: 'Ada', mine: false },
    ]);
  });

  it('counts a bobby for the only one who hunts', () => {
    const movers = (guests: number[]): Scene['movers'] => [{ hunter: 'b1', guests }];
    expect(peopleOf(scene(1, { movers: movers([2]) }), youAre()).b1?.who).toBe('guest 2');
    expect(peopleOf(scene(1, { movers: movers([1, 2]) }), youAre()).b1).toBeUndefined();
  });

  it('is kept by the number of the game, and somebody for whom a bot goes on stays', () => {
    notePeople(scene(1), youAre());
    const bot = { seat: 'd2', occupant: { kind: 'bot', level: 4 } } as const;
    notePeople(scene(1, { seats: [bot] }), youAre());
    notePeople(scene(2, { seats: [bot] }), youAre());
    expect(peopleOfGame('abc', 1)?.d2).toEqual({ who: 'guest 2', name: 'Bob', mine: false });
    expect(peopleOfGame('abc', 2)?.d2).toMatchObject({ level: 4 });
    expect([peopleOfGame('abc', 3), peopleOfGame('other', 1)]).toEqual([null, null]);
    // Between games seats are for the next one, and who only watches keeps nothing.
    notePeople(scene(3, { stage: 'over' }), youAre());
    notePeople(scene(4), null);
    expect([peopleOfGame('abc', 3), peopleOfGame('abc', 4)]).toEqual([null, null]);
  });

  it('is kept of so many games, and what is no such note is left out', () => {
    for (let game = 1; game <= 70; game += 1) notePeople(scene(game), youAre());
    expect([peopleOfGame('abc', 11)?.d1?.name, peopleOfGame('abc', 10)]).toEqual(['Ada', null]);
    for (const wrong of ['nonsense', '{}', '[null, {"table": "abc", "game": 1, "people": {"d1": 7}}]']) {
      localStorage.setItem('fogbound.people', wrong);
      expect(peopleOfGame('abc', 1), wrong).toBeNull();
    }
  });

  it('is read off a record', () => {
    const people = peopleOfTag('fugitive: player 2; hunters: Ada: the first', ['d1', 'b1']);
    expect(people?.fugitive?.name).toBe('player 2');
    expect([people?.d1, people?.b1].map((mover) => mover?.name)).toEqual(['Ada: the first', 'Ada: the first']);
    expect(peopleOfTag('d1: Ada; d9: nobody; ; d2:', ['d1', 'd2'])).toEqual({
      d1: { who: 'named Ada', name: 'Ada', mine: false },
    });
    expect(peopleOfTag('hunters: inspector:level=6', ['d1', 'd2'])).toEqual({
      d1: { who: 'd1', level: 6, mine: false },
      d2: { who: 'd2', level: 6, mine: false },
    });
    expect(peopleOfTag(undefined, ['d1'])).toBeNull();
  });
});
