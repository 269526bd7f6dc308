import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Decision, Report, ToldTicket } from '../coach/report';
import type { Action, Replayed } from '../protocol/messages';
import type { People } from '../state/people';
import { Mortal, mortalCoach } from '../testing/mortal';
import { GameReview, tasksAmong, toldBy } from './review.svelte';

function decided(
  action: Action,
  change: Partial<Decision> = {},
  called: Decision['judgement']['class'] = 'mistake',
): Decision {
  const judgement = { class: called, cost: 0.1, noise: 0, accuracy: 50, stake: 0.1, choices: 3 };
  const side = action.kind === 'move' || action.kind === 'land' ? 'fugitive' : 'hunters';
  const hunter = action.kind === 'hunt' ? { hunter: action.hunter } : {};
  return { play: 0, round: 1, side, action, possible: 1, judgement, skill: 0, ...hunter, ...change };
}

const hunt = (hunter: 'd1' | 'd2' | 'b1') => decided({ kind: 'hunt', hunter, ticket: 'taxi', to: 4 });
const move = decided({ kind: 'move', ticket: 'taxi', to: 4 });
const token = decided({ kind: 'end_turn' });
const conceded = decided({ kind: 'concede', side: 'hunters' });

const me = { who: 'guest 1', name: 'Ada', mine: true };
const bob = { who: 'guest 2', name: 'Bob', mine: false };
const bot = { who: 'd2', level: 4, mine: false };

describe('tasks', () => {
  const decisions = [move, hunt('d1'), hunt('d2'), hunt('b1'), token, conceded];

  it('are the mistakes of a side, and not that it gave up', () => {
    expect(tasksAmong(decisions, 'hunters', null)).toEqual([1, 2, 3, 4]);
    expect(tasksAmong(decisions, 'fugitive', null)).toEqual([0]);
    expect(tasksAmong([decided(hunt('d1').action, {}, 'inaccuracy')], 'hunters', null)).toEqual([]);
  });

  it('are one’s own mistakes alone, where one has played', () => {
    const people: People = { fugitive: bob, d1: me, d2: bot, b1: me };
    expect(tasksAmong(decisions, 'hunters', people)).toEqual([1, 3]);
    expect(tasksAmong(decisions, 'fugitive', people)).toEqual([]);
    // What no piece does is decided by who moves all of them.
    expect(tasksAmong(decisions, 'hunters', { ...people, d2: me })).toEqual([1, 2, 3, 4]);
    // Who has not played may learn from everybody.
    expect(tasksAmong(decisions, 'hunters', { d1: bob, d2: bot })).toEqual([1, 2, 3, 4]);
  });
});

describe('what a move told', () => {
  it('belongs to the move that filled the slot, a mistake or a landing too', () => {
    const told = (slot: number): ToldTicket => ({ round: 1, slot, before: 9, after: 4, expected: 5, luck: 0 });
    const landed = decided({ kind: 'land', at: 7 });
    const found = toldBy([move, hunt('d1'), landed, move], [told(1), told(2)]);
    expect([...found].map(([at, { slot }]) => [at, slot])).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });
});

describe('a review', () => {
  const report = { decisions: [move], settings: { nodes: 100, seed: 1 } } as Partial<Report>;
  const replayed = { frames: [] } as unknown as Replayed;
  let asked: string[];

  beforeEach(() => {
    mortalCoach(() => ({ body: JSON.stringify(report) }));
    asked = [];
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify({ moments: [1], report })));
    });
  });

  const done = (review: GameReview): Promise<void> => vi.waitFor(() => expect(review.whole).toBe(true));

  it('is made in the page', async () => {
    const review = new GameReview('a record', replayed);
    await done(review);
    expect([review.atServer, asked]).toEqual([false, []]);
  });

  it('is made by the server where no Worker starts, comes to life, or lasts', async () => {
    for (const starts of ['not', 'failing', 'well'] as const) {
      Mortal.starts = starts;
      Mortal.wits = () => 'dies';
      const review = new GameReview('a record', replayed);
      await done(review);
      expect([starts, review.atServer, review.wrong, asked]).toEqual([starts, true, '', ['/api/review']]);
      asked = [];
    }
  });

  it('says why there is none: no server, or a game that is too long for it', async () => {
    Mortal.starts = 'not';
    vi.stubGlobal('document', { querySelector: () => ({}) });
    const none = new GameReview('a record', replayed);
    await vi.waitFor(() => expect(none.wrong).toMatch(/do not run in this page/));
    vi.stubGlobal('document', { querySelector: () => null });
    const refused = { code: 'takes_too_long', text: 'the review takes too long here' };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(refused), { status: 413 })));
    const late = new GameReview('a record', replayed);
    await vi.waitFor(() => expect(late.wrong).toMatch(/takes too long to review at the server/));
  });

  it('is not asked of a server for a mistake in the record', async () => {
    Mortal.wits = () => ({ refused: { code: 'bad_message', text: 'no' } });
    const review = new GameReview('a record', replayed);
    await vi.waitFor(() => expect(review.wrong).not.toBe(''));
    expect(asked).toEqual([]);
  });
});
