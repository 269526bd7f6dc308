import { beforeEach, describe, expect, it } from 'vitest';

import { setLanguage } from '../i18n/index.svelte';
import type { GameFace } from '../protocol/messages';
import { aboutOf, gameFace } from '../testing/fixtures';
import { askedLines, askedSince } from './asked';

beforeEach(() => setLanguage('en'));

const about = aboutOf({
  theme: 'victorian',
  hunters: [
    { hunter: 'd1', character: 'irene', token: 'ban' },
    { hunter: 'd2', character: 'watson', token: 'symbol' },
  ],
});
const asked: GameFace['asked'] = [
  { after_slot: 1, token: { token: 'symbol', symbol: 'park' }, answer: { symbol: false } },
  { after_slot: 2, token: { token: 'ban', ticket: 'underground' }, answer: 'none' },
  { after_slot: 3, token: { token: 'trail' }, answer: { trail: 77 } },
];
const own = { at: 4, start: 2, route: [], tile: null, crimes: [], threatened: [] };

describe('what the hunters did with their tokens', () => {
  const since = (filled: number, change: Partial<GameFace> = {}) => {
    const { state } = gameFace();
    return askedSince(about, gameFace({ asked, own, turn: 'fugitive', state: { ...state, filled }, ...change }));
  };

  it('is told to him in his turn, as far as it is new', () => {
    expect(since(2)).toEqual(['Irene Adler: no metro ticket for you this turn.']);
    expect(since(1)).toEqual(['Dr Watson asked for the park symbol at your station: no.']);
    expect(since(4)).toEqual([]);
    expect(since(2, { turn: 'hunters' })).toEqual([]);
  });

  it('is not told so to the hunters', () => {
    const { state } = gameFace();
    expect(askedSince(about, gameFace({ asked, turn: 'fugitive', state: { ...state, filled: 2 } }))).toEqual([]);
  });

  it('is a list with its answers, the last first', () => {
    expect(askedLines(about, asked)).toEqual([
      { after: 3, who: undefined, text: 'move 1 was at 77' },
      { after: 2, who: 'd1', text: 'no metro' },
      { after: 1, who: 'd2', text: 'park: no' },
    ]);
  });
});
