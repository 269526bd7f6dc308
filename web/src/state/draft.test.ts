import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { hunt } from '../testing/fixtures';
import { candidates, complete, EMPTY, extras, mayDouble, movable, survives, targets } from './draft';

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
    expect(extras(candidates(MOVES, { ...EMPTY, to: 2 }))).toEqual({ crime: true, abilities: [], show: false });
    expect(mayDouble(MOVES)).toBe(true);
    expect(mayDouble(MOVES.slice(0, 3))).toBe(false);
  });

  it('does not survive what it can no longer become', () => {
    expect(survives(MOVES, { ...EMPTY, to: 2, ticket: 'black' })).toBe(true);
    expect(survives(MOVES.slice(0, 2), { ...EMPTY, to: 2, ticket: 'black' })).toBe(false);
    expect(survives([], { ...EMPTY, double: true })).toBe(false);
    expect(survives([hunt('d1', 'taxi', 2)], { ...EMPTY, hunter: 'd2' })).toBe(false);
  });
});
