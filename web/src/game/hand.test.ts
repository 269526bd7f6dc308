import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { aboutOf, gameFace, hunt } from '../testing/fixtures';
import { handOf, isFugitives } from './hand';

const game = gameFace();
const move = (ticket: 'taxi' | 'black', to: number): Action => ({ kind: 'move', ticket, to });

describe('a hand', () => {
  it('has all tickets of the hunter, and says which lead anywhere', () => {
    const hand = handOf(aboutOf(), game, [hunt('d1', 'taxi', 2), hunt('d2', 'bus', 3)], 'd1');
    expect(hand).toEqual([
      { ticket: 'taxi', count: 3, usable: true },
      { ticket: 'bus', count: 0, usable: false },
      { ticket: 'underground', count: 1, usable: false },
    ]);
  });

  it('has the fugitive’s tickets uncounted where they are without end, and his black ones', () => {
    const hand = handOf(aboutOf(), game, [move('taxi', 2)], null);
    expect(hand).toEqual([
      { ticket: 'taxi', count: null, usable: true },
      { ticket: 'black', count: 2, usable: false },
    ]);
  });

  it('has his tickets counted where they come from a supply', () => {
    expect(handOf(aboutOf({ stock: 'supply' }), game, [move('taxi', 2)], null)).toMatchObject([
      { ticket: 'taxi', count: 4 },
      { ticket: 'bus', count: 3 },
      { ticket: 'underground', count: 3 },
      { ticket: 'black', count: 2 },
    ]);
  });

  it('says which of his tickets a hunter has barred for this turn', () => {
    const barred = { ...game, state: { ...game.state, case: { ban: 'bus' } as NonNullable<typeof game.state.case> } };
    const his = handOf(aboutOf({ stock: 'supply' }), barred, [move('taxi', 2)], null);
    expect(his.filter((ticket) => ticket.barred)).toEqual([{ ticket: 'bus', count: 3, usable: false, barred: true }]);
    expect(handOf(aboutOf(), barred, [hunt('d1', 'taxi', 2)], 'd1').some((ticket) => ticket.barred)).toBe(false);
  });

  it('has no ticket of a transport that is closed', () => {
    const about = aboutOf({ stock: 'own', closed: ['underground'] });
    expect(handOf(about, game, [move('taxi', 2)], null).map(({ ticket }) => ticket)).toEqual(['taxi', 'bus', 'black']);
    const theirs = handOf(about, game, [hunt('d1', 'taxi', 2)], 'd1');
    expect(theirs.map(({ ticket }) => ticket)).toEqual(['taxi', 'bus']);
  });

  it('is the pool where the server says so', () => {
    const hunters = aboutOf().hunters.map((face) => ({ ...face, purse: 0 }));
    const hand = handOf(aboutOf({ hunters, pooled: true }), game, [hunt('d2', 'taxi', 2)], 'd2');
    expect(hand.map(({ count }) => count)).toEqual([3, 0, 1]);
  });

  it('is empty where nothing is paid', () => {
    expect(handOf(aboutOf(), game, [{ kind: 'end_turn' }], null)).toEqual([]);
    expect(isFugitives([{ kind: 'end_turn' }])).toBe(false);
    expect(isFugitives([move('black', 2)])).toBe(true);
  });
});
