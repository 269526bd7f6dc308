import { beforeEach, describe, expect, it } from 'vitest';

import { LANGUAGES, setLanguage } from '../i18n/index.svelte';
import { bringLong } from '../i18n/long.svelte';
import bundled from '../protocol/editions.json';
import { aboutOf, gameFace, sceneOf, youAre } from '../testing/fixtures';
import { briefingCards } from './briefing';
import { briefingName, isBriefingDue } from './briefingDue';

const { settings } = sceneOf(null);
const fresh = () => {
  const game = gameFace();
  return gameFace({ state: { ...game.state, round: 1, hunters: [{ hunter: 'd1', station: 1, moved: false }] } });
};

describe('a briefing is due', () => {
  const due = (change: Parameters<typeof sceneOf>[1] = {}, game = fresh(), you = youAre(), briefed: string[] = []) =>
    isBriefingDue(sceneOf(game, change), you, briefed);

  it('before the first move of a side, once for each edition and side', () => {
    expect(due()).toBe(true);
    expect(briefingName(sceneOf(fresh()))).toBe('classic hunters');
    expect(due({}, fresh(), youAre(), ['classic hunters'])).toBe(false);
    expect(due({}, fresh(), youAre(), ['classic fugitive', 'modern hunters'])).toBe(true);
  });

  it('not for those who come back into a game that goes on', () => {
    const { state } = fresh();
    expect(due({}, gameFace({ state: { ...state, round: 2 } }))).toBe(false);
    const moved = gameFace({ state: { ...state, hunters: [{ hunter: 'd1', station: 1, moved: true }] } });
    expect(due({}, moved)).toBe(false);
    expect(due({ audience: 'fugitive' })).toBe(false);
    expect(due({ audience: 'fugitive' }, gameFace({ state: { ...state, filled: 0 } }))).toBe(true);
  });

  it('not for spectators, nor in the lobby, nor at the end', () => {
    expect(due({ audience: 'spectator' })).toBe(false);
    expect(due({}, fresh(), youAre({ seats: [] }))).toBe(false);
    expect(due({ stage: 'over' })).toBe(false);
    expect(isBriefingDue(sceneOf(null), youAre(), [])).toBe(false);
    expect(isBriefingDue(sceneOf(fresh()), null, [])).toBe(false);
  });
});

describe.each(LANGUAGES)('a briefing, %s', (language) => {
  beforeEach(async () => {
    await setLanguage(language);
    await bringLong();
  });

  it.each(bundled.map(({ id }) => id))('of %s has three cards for each side, with words of its own', (id) => {
    for (const side of ['hunters', 'fugitive'] as const) {
      const cards = briefingCards({ about: aboutOf(), settings: { ...settings, edition: id } }, side);
      const own = briefingCards({ about: aboutOf(), settings: { ...settings, edition: 'harbour' } }, side);
      expect(cards).toHaveLength(3);
      const texts = cards.flatMap(({ title, lines }) => [title, ...lines]);
      for (const text of texts) expect(text).toMatch(/^[^{}]{3,220}$/);
      expect(cards[2]).not.toEqual(own[2]);
    }
  });
});

describe('the cards of an edition that the client has never heard of', () => {
  beforeEach(async () => {
    await setLanguage('en');
    await bringLong();
  });
  const text = (about: Parameters<typeof aboutOf>[0], side: 'hunters' | 'fugitive') =>
    briefingCards({ about: aboutOf(about), settings: { ...settings, edition: 'harbour' } }, side)
      .flatMap(({ lines }) => lines)
      .join(' ');

  it('say what the server tells of it', () => {
    const told = text({ fugitive: 'The Smuggler', rounds: 9, reveals: [2, 5], summary: 'At the docks.' }, 'hunters');
    expect(told).toContain('Catch The Smuggler');
    expect(told).toContain('round 9');
    expect(told).toContain('At the docks.');
    expect(told).toContain('after moves 2 and 5');
  });

  it('speak to him as himself, and tell both sides what tokens do', () => {
    const about = {
      reveals: [3],
      hunters: [{ hunter: 'd1' as const, character: 'irene' as const, token: 'ban' as const }],
    };
    expect(text(about, 'fugitive')).toContain('You show yourself after moves 3.');
    expect(text(about, 'hunters')).toContain('He shows himself after moves 3.');
    expect(text({ open_log: true, reveals: [] }, 'fugitive')).toContain('Your piece stands in plain sight');
    expect(text(about, 'hunters')).toContain('✦ Irene Adler can bar a transport for his next turn.');
    expect(text(about, 'fugitive')).toContain('✦ Irene Adler can bar a transport for your next turn.');
  });

  it('know goals of every kind', () => {
    expect(text({ crimes: 3, slots: 16 }, 'fugitive')).toContain('Commit 3 crimes at your stars, or make 16 moves');
    expect(text({ scored: true }, 'hunters')).toContain('as few tickets');
    expect(text({ rounds: null, slots: 24 }, 'fugitive')).toContain('your 24 moves');
    expect(text({ open_log: true, reveals: [], hidden: [3, 8] }, 'hunters')).toContain('but for moves 3 and 8');
    expect(text({ open_log: true, reveals: [] }, 'hunters')).toContain('plain sight, but for black');
  });
});
