import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { hunt } from '../testing/fixtures';
import { candidates, changed, choose, complete, EMPTY, extras, mayDouble, movable, survives, targets } from './draft';

const MOVES: Action[] = [
  { kind: 'move', ticket: 'taxi', to: 2 },
  { kind: 'move', ticket: 'taxi', to: 2, crime: true },
  { kind: 'move', ticket: 'black', to: 2 },
  { kind: 'move', ticket: 'taxi', to: 4, double: true },
  { kind: 'balloon' },
];

describe('a draft', () => {
  it('lights the stations that it may go to, each with its tickets', () => {
    expect([...targets(MOVES, EMPTY)]).toEqual([[2, ['taxi', 'black']]]);
    expect([...targets(MOVES, { ...EMPTY, double: true })]).toEqual([[4, ['taxi']]]);
  });

  it('is for the hunter that was selected', () => {
    const actions = [hunt('d1', 'taxi', 2), hunt('d2', 'bus', 3)];
    expect([...targets(actions, { ...EMPTY, hunter: 'd2' }).keys()]).toEqual([3]);
    expect(movable(actions)).toEqual(['d1', 'd2']);
  });

  it('is complete when one decision fits, with all that was ticked', () => {
    expect(complete(MOVES, { ...EMPTY, to: 2 })).toBeNull();
    expect(complete(MOVES, { ...EMPTY, to: 2, ticket: 'taxi' })).toEqual(MOVES[0]);
    expect(complete(MOVES, { ...EMPTY, to: 2, ticket: 'taxi', crime: true })).toEqual(MOVES[1]);
    expect(complete(MOVES, { ...EMPTY, to: 2, ticket: 'black', crime: true })).toBeNull();
  });

  it('tells what may be decided with it', () => {
    expect(extras(candidates(MOVES, { ...EMPTY, to: 2 }), EMPTY)).toEqual({ crime: true, abilities: [], show: false });
    expect(mayDouble(MOVES)).toBe(true);
    expect(mayDouble(MOVES.slice(0, 3))).toBe(false);
  });

  it('commits a crime that is possible unless it is declined', () => {
    const draft = choose(MOVES, EMPTY, 2, 'taxi');
    expect(draft.crime).toBe(true);
    expect(complete(MOVES, draft)).toEqual(MOVES[1]);
    expect(complete(MOVES, changed(MOVES, draft, { crime: false }))).toEqual(MOVES[0]);
    // With another ticket no crime is listed: the move is complete without.
    const [open, black] = [choose(MOVES, EMPTY, 2, null), { ticket: 'black' as const }];
    expect(complete(MOVES, changed(MOVES, open, black))).toEqual(MOVES[2]);
    expect(choose([{ kind: 'move', ticket: 'taxi', to: 2 }], EMPTY, 2, null).crime).toBe(false);
  });

  it('proposes the ticket that is not black, and asks where two are not', () => {
    expect(choose(MOVES, EMPTY, 2, null).ticket).toBe('taxi');
    expect(choose(MOVES, EMPTY, 2, 'black').ticket).toBe('black');
    const blackOnly: Action[] = [{ kind: 'move', ticket: 'black', to: 2 }];
    expect(choose(blackOnly, EMPTY, 2, null).ticket).toBe('black');
    const several: Action[] = [...MOVES, { kind: 'move', ticket: 'bus', to: 2 }];
    expect(choose(several, EMPTY, 2, null).ticket).toBeNull();
  });

  it('offers of a hide-out what goes with the crime', () => {
    const actions: Action[] = [
      { kind: 'move', ticket: 'taxi', to: 2 },
      { kind: 'move', ticket: 'taxi', to: 2, crime: true },
      { kind: 'move', ticket: 'taxi', to: 2, ability: 'take_black' },
    ];
    const draft = choose(actions, EMPTY, 2, null);
    const offer = (of: typeof draft) => extras(candidates(actions, of), of).abilities;
    expect(offer(draft)).toEqual([]);
    const without = changed(actions, draft, { crime: false });
    expect(offer(without)).toEqual(['take_black']);
    const taken = changed(actions, without, { ability: 'take_black' });
    expect(complete(actions, taken)).toEqual(actions[2]);
    expect(changed(actions, taken, { crime: true }).ability).toBeNull();
  });

  it('does not survive what it can no longer become', () => {
    expect(survives(MOVES, { ...EMPTY, to: 2, ticket: 'black' })).toBe(true);
    expect(survives(MOVES.slice(0, 2), { ...EMPTY, to: 2, ticket: 'black' })).toBe(false);
    expect(survives([], { ...EMPTY, double: true })).toBe(false);
    expect(survives([hunt('d1', 'taxi', 2)], { ...EMPTY, hunter: 'd2' })).toBe(false);
  });
});
