import { describe, expect, it } from 'vitest';

import { setLanguage } from '../i18n/index.svelte';
import type { FugitiveEvent, TableEvent } from '../protocol/messages';
import { gameFace, sceneOf } from '../testing/fixtures';
import { announce, whatWasLast } from './announce';

const scene = sceneOf(gameFace());
const his = { ...scene, audience: 'fugitive' as const };

function played(...events: FugitiveEvent[]): TableEvent {
  return { version: 8, at: 0, what: 'played', cause: 'person', events };
}

function moved(ticket: 'taxi' | 'black', at: number | null): FugitiveEvent {
  return {
    event: 'moved',
    slot: 3,
    ticket,
    balloon: false,
    leg: 'single',
    at,
    crime: false,
    ability: null,
    show: false,
  };
}

const hunted: FugitiveEvent = { event: 'hunted', hunter: 'd1', ticket: 'taxi', to: 46, captured: false };
const said: TableEvent = { version: 9, at: 0, by: 2, what: 'said', to: 'table', text: 'There!' };

describe('news', () => {
  it('are told in words, all of them to the screen reader', () => {
    const { said: all } = announce(scene, [played(hunted), said]);
    expect(all).toContain('46');
    expect(all).toContain('Bob');
    expect(all).toContain('There!');
  });

  it('show where he was seen, with a sound of its own', () => {
    expect(announce(scene, [played(moved('taxi', 46))])).toMatchObject({
      moment: { kind: 'reveal', station: 46 },
      sounds: ['reveal'],
    });
  });

  it('do not show him to himself, nor where all his moves are open', () => {
    expect(announce(his, [played(moved('taxi', 46))])).toMatchObject({ moment: null, sounds: [] });
    const open = { ...scene, about: { ...scene.about, open_log: true } };
    expect(announce(open, [played(moved('taxi', 46))])).toMatchObject({ moment: null, sounds: ['move'] });
  });

  it('stage a token with its answer, for him too, before who moved meanwhile', () => {
    const asked: FugitiveEvent = { event: 'asked', token: { token: 'quarter' }, answer: { quarter: 'III' } };
    for (const whose of [scene, his]) {
      expect(announce(whose, [played(asked), played(hunted)], [46]).moment).toEqual({
        kind: 'asked',
        token: { token: 'quarter' },
        answer: { quarter: 'III' },
      });
    }
  });

  it('let a black ticket be heard', () => {
    expect(announce(scene, [played(moved('black', null))]).sounds).toEqual(['black']);
    expect(announce(his, [played(moved('black', null))]).sounds).toEqual(['black']);
  });

  it('tell where somebody points', () => {
    const pointed: TableEvent = { version: 9, at: 0, by: 2, what: 'pointed', station: 5 };
    expect(announce(scene, [pointed]).pointed).toBe(5);
    expect(announce(scene, []).pointed).toBeNull();
  });
});

describe('the last thing that happened', () => {
  it('is told, also after people spoke', () => {
    expect(whatWasLast(scene, [played(hunted), said])).toContain('46');
    expect(whatWasLast(scene, [said])).toBe('');
  });

  it('is never that a turn is over', () => {
    expect(whatWasLast(scene, [played(hunted), played({ event: 'turn_ended' })])).toContain('46');
  });

  it('is both moves of a double, however they came', () => {
    const leg = (part: 'first' | 'second', ticket: 'taxi' | 'black') =>
      ({ ...moved(ticket, null), leg: part }) as FugitiveEvent;
    const both = [played(leg('first', 'taxi')), said, played(leg('second', 'black'))];
    expect(whatWasLast(scene, both)).toMatch(/double move.*taxi.*black/);
    expect(whatWasLast(scene, [...both, played(moved('taxi', null))])).not.toMatch(/black/);
  });

  it('is told in the language of the screen', async () => {
    await setLanguage('de');
    expect(whatWasLast(scene, [played(hunted)])).toMatch(/Rot/);
    await setLanguage('en');
  });
});
