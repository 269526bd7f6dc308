import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { hunt } from '../testing/fixtures';
import { EMPTY } from './draft';
import { offered, pick, pressTicket, settled } from './pick';

const ACTIONS: Action[] = [
  hunt('d1', 'taxi', 2),
  hunt('d1', 'bus', 3),
  hunt('d1', 'underground', 3),
  hunt('d2', 'taxi', 2),
  hunt('d2', 'taxi', 5),
  { kind: 'end_turn' },
];
const first = { draft: { ...EMPTY, hunter: 'd1' as const }, filter: null };

describe('a picked station', () => {
  it('is chosen with its ticket if there is one only', () => {
    expect(pick(ACTIONS, first, 2, undefined, () => 'second')).toEqual({
      draft: { ...first.draft, to: 2, ticket: 'taxi' },
    });
  });

  it('is chosen without a ticket if several lead there', () => {
    expect(pick(ACTIONS, first, 3, undefined, () => 'second')).toEqual({
      draft: { ...first.draft, to: 3, ticket: null },
    });
  });

  it('is confirmed by picking it again, once a ticket is chosen', () => {
    const chosen = { draft: { ...first.draft, to: 3, ticket: 'bus' as const }, filter: null };
    expect(pick(ACTIONS, chosen, 3, undefined, () => 'second')).toEqual({ send: hunt('d1', 'bus', 3) });
    const open = { draft: { ...first.draft, to: 3 }, filter: null };
    expect(pick(ACTIONS, open, 3, undefined, () => 'second')).toEqual({ draft: open.draft });
  });

  it('is sent at once if nothing is to be confirmed, nor to be decided with it', () => {
    expect(pick(ACTIONS, first, 2, undefined, () => 'first')).toEqual({ send: hunt('d1', 'taxi', 2) });
    expect(pick(ACTIONS, first, 3, undefined, () => 'first')).toEqual({ draft: { ...first.draft, to: 3 } });
    const extra: Action[] = [
      { kind: 'move', ticket: 'taxi', to: 2 },
      { kind: 'move', ticket: 'taxi', to: 2, crime: true },
    ];
    expect(pick(extra, { draft: EMPTY, filter: null }, 2, undefined, () => 'first')).toHaveProperty('draft');
  });

  it('waits for the button where one always wants to be asked', () => {
    const chosen = { draft: { ...first.draft, to: 2, ticket: 'taxi' as const }, filter: null };
    expect(pick(ACTIONS, chosen, 2, undefined, () => 'ask')).toEqual({ draft: chosen.draft });
  });

  it('is confirmed where it must be, even if nothing else is', () => {
    const careful = (action: Action) => (action === ACTIONS[0] ? 'second' : 'first');
    expect(pick(ACTIONS, first, 2, undefined, careful)).toEqual({ draft: { ...first.draft, to: 2, ticket: 'taxi' } });
    const chosen = { draft: { ...first.draft, to: 2, ticket: 'taxi' as const }, filter: null };
    expect(pick(ACTIONS, chosen, 2, undefined, careful)).toEqual({ send: ACTIONS[0] });
  });

  it('selects the piece that stands there', () => {
    expect(pick(ACTIONS, first, 4, 'd2', () => 'second')).toEqual({ draft: { ...EMPTY, hunter: 'd2' } });
  });

  it('selects the only other piece that can go there', () => {
    expect(pick(ACTIONS, first, 5, undefined, () => 'second')).toEqual({
      draft: { ...EMPTY, hunter: 'd2', to: 5, ticket: 'taxi' },
    });
  });

  it('means nothing where nobody can go', () => {
    expect(pick(ACTIONS, first, 9, undefined, () => 'second')).toBeNull();
    expect(pick(ACTIONS, first, 9, 'd3', () => 'second')).toBeNull();
  });

  it('means nothing where it is open which of two pieces is to go', () => {
    const third = { draft: { ...EMPTY, hunter: 'd3' as const }, filter: null };
    expect(pick(ACTIONS, third, 2, undefined, () => 'second')).toBeNull();
    expect(pick(ACTIONS, third, 5, undefined, () => 'second')).not.toBeNull();
  });
});

describe('a station to which a plain ticket and a black one lead', () => {
  const both: Action[] = [
    { kind: 'move', ticket: 'taxi', to: 2 },
    { kind: 'move', ticket: 'black', to: 2 },
  ];
  const none = { draft: EMPTY, filter: null };
  const chosen = { draft: { ...EMPTY, to: 2, ticket: 'taxi' as const }, filter: null };

  it('is played by two taps with the plain one', () => {
    expect(pick(both, none, 2, undefined, () => 'second')).toEqual({ draft: chosen.draft });
    expect(pick(both, chosen, 2, undefined, () => 'second')).toEqual({ send: both[0] });
  });

  it('is never played by one tap, unless the ticket was chosen first', () => {
    expect(pick(both, none, 2, undefined, () => 'first')).toEqual({ draft: chosen.draft });
    expect(pick(both, { draft: EMPTY, filter: 'taxi' }, 2, undefined, () => 'first')).toEqual({ send: both[0] });
  });

  it('keeps being chosen when the other ticket is pressed', () => {
    expect(pressTicket(both, chosen, 'black')).toEqual({ draft: { ...chosen.draft, ticket: 'black' }, filter: null });
  });
});

describe('a ticket of the hand', () => {
  it('filters what can be chosen, and leaves what needs no ticket', () => {
    expect(offered(ACTIONS, 'bus')).toEqual([hunt('d1', 'bus', 3), { kind: 'end_turn' }]);
    const second = { draft: { ...EMPTY, hunter: 'd2' as const }, filter: null };
    expect(pressTicket(ACTIONS, second, 'taxi')).toEqual({ ...second, filter: 'taxi' });
  });

  it('chooses the station if it leads to one only', () => {
    const chosen = { ...first.draft, to: 3, ticket: 'bus' };
    expect(pressTicket(ACTIONS, first, 'bus')).toEqual({ draft: chosen, filter: 'bus' });
    expect(pressTicket(ACTIONS, { draft: first.draft, filter: 'bus' }, null)).toEqual(first);
  });

  it('pays for the station that was chosen', () => {
    const open = { draft: { ...first.draft, to: 3 }, filter: null };
    expect(pressTicket(ACTIONS, open, 'bus').draft.ticket).toBe('bus');
    expect(pressTicket(ACTIONS, open, 'taxi').draft).toEqual({ ...first.draft, to: 2, ticket: 'taxi' });
  });
});

describe('what is left of a choice', () => {
  it('is all of it while it is legal', () => {
    const chosen = { draft: { ...first.draft, to: 3 }, filter: 'bus' as const };
    expect(settled(ACTIONS, chosen)).toEqual(chosen);
  });

  it('is the first piece that can move, when the choice is gone', () => {
    const gone = { draft: { ...first.draft, to: 3 }, filter: 'bus' as const };
    const left = [hunt('d2', 'taxi', 5)];
    expect(settled(left, gone)).toEqual({ draft: { ...EMPTY, hunter: 'd2' }, filter: null });
    expect(settled([], gone)).toEqual({ draft: EMPTY, filter: null });
  });
});
