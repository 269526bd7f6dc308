import { beforeEach, describe, expect, it } from 'vitest';

import { LANGUAGES, setLanguage } from '../i18n/index.svelte';
import { EMPTY } from '../state/draft';
import { aboutOf, gameFace, hunt, sceneOf, youAre } from '../testing/fixtures';
import { strandingOf } from './model';
import { outcomeWords } from './narrator';
import { prompt } from './prompt';

beforeEach(() => setLanguage('en'));

describe('what else is to be known', () => {
  const notes = (game: ReturnType<typeof gameFace>, change: Parameters<typeof sceneOf>[1] = {}) =>
    prompt(sceneOf(game, change), game, youAre(), game.actions, EMPTY, 0).notes;

  it('is who cannot move, and why, in the turn of the hunters', () => {
    const stuck = [
      { hunter: 'd1', why: 'no_ticket' },
      { hunter: 'd2', why: 'hemmed_in' },
    ] as const;
    expect(notes(gameFace({ stuck: [...stuck] }))).toEqual([
      'Red cannot move: no ticket fits.',
      'Blue cannot move: other pieces stand in the way.',
    ]);
    expect(notes(gameFace({ stuck: [...stuck], turn: 'fugitive' }))).toEqual([]);
    expect(notes(gameFace())).toEqual([]);
  });

  it('is which crimes he has still to commit', () => {
    const crimes: [number, boolean][] = [
      [12, false],
      [45, true],
      [77, false],
    ];
    const own = { at: 4, start: 2, route: [], tile: null, crimes, threatened: [] };
    const about = aboutOf({ crimes: 3 });
    const told = notes(gameFace({ own, turn: 'fugitive' }), { about, audience: 'fugitive' });
    expect(told).toEqual(['2 more crimes to commit: 12 and 77.']);
    own.crimes = crimes.map(([station], index) => [station, index > 0]);
    expect(notes(gameFace({ own, turn: 'fugitive' }), { about, audience: 'fugitive' })).toEqual([
      '1 more crime to commit: 12.',
    ]);
    expect(notes(gameFace({ turn: 'fugitive' }), { about })).toEqual([]);
  });
});

describe('a bot that waits for its turn', () => {
  const queue = (ahead: number, actions = gameFace().actions) => {
    const game = gameFace({ turn: 'fugitive', due: ['fugitive'], actions });
    return prompt(sceneOf(game), game, youAre(), game.actions, EMPTY, ahead).queue;
  };

  it('is told of with how many come before it, and only while somebody waits for it', async () => {
    expect(queue(0)).toBeUndefined();
    expect(queue(17, [])).toBe('The bot waits for its turn: 17 decisions of other tables come first.');
    expect(queue(1, [])).toBe('The bot waits for its turn: 1 decision of another table comes first.');
    expect(queue(3, [hunt('d1', 'taxi', 2)])).toBeUndefined();
    for (const language of LANGUAGES) {
      await setLanguage(language);
      expect(queue(17, [])).toContain('17');
      expect(queue(1, [])).not.toBe(queue(17, [])?.replace('17', '1'));
    }
  });
});

describe('moves that leave a piece no way on', () => {
  it('are those that the server names', () => {
    const actions = [hunt('d1', 'taxi', 2), hunt('d1', 'bus', 3)];
    expect([...strandingOf(gameFace({ actions, strands: [1] }))]).toEqual([actions[1]]);
    expect(strandingOf(gameFace({ actions })).size).toBe(0);
  });
});

describe('the end of a manhunt in which nobody can move', () => {
  it('is told as what it is, not as giving up', async () => {
    const about = aboutOf({ scored: true });
    for (const [language, gave] of [
      ['en', /gave up/],
      ['de', /aufgegeben/],
      ['fr', /abandonné/],
      ['it', /abbandonato/],
      ['nl', /opgegeven/],
    ] as const) {
      await setLanguage(language);
      expect(outcomeWords(about, { cause: 'immobile' })).not.toMatch(gave);
      expect(outcomeWords(about, { cause: 'gave_up' })).toMatch(gave);
    }
    await setLanguage('en');
    expect(outcomeWords(about, { cause: 'immobile' })).toContain('No detective can move any more');
  });
});
