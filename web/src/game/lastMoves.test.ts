import { describe, expect, it } from 'vitest';

import type { FugitiveEvent } from '../protocol/messages';
import { gameFace, slot } from '../testing/fixtures';
import { fugitiveMove, hunterMoves, transportsOf, transportsOfSlot } from './lastMoves';

describe('the last move of a hunter', () => {
  const setUp: FugitiveEvent = { event: 'set_up', state: gameFace().state };
  const hunted = (ticket: 'taxi' | 'bus' | null, to: number): FugitiveEvent => {
    return { event: 'hunted', hunter: 'd1', ticket, to, captured: false };
  };

  it('goes from where the piece stood, by its ticket', () => {
    expect(hunterMoves([setUp, hunted('taxi', 2)]).get('d1')).toEqual({ from: 1, via: ['taxi'] });
    expect(hunterMoves([setUp, hunted('taxi', 2), hunted('bus', 3)]).get('d1')).toEqual({ from: 2, via: ['bus'] });
  });

  it('is none for a piece that has not moved', () => {
    expect(hunterMoves([setUp]).size).toBe(0);
  });

  it('counts from where a piece was placed', () => {
    const placed: FugitiveEvent = { event: 'placed', hunter: 'd1', at: 5 };
    expect(hunterMoves([setUp, placed, hunted('taxi', 2)]).get('d1')?.from).toBe(5);
  });

  it('never goes by ferry', () => {
    expect(transportsOf(null, true)).not.toContain('ferry');
    expect(transportsOf('black', false)).toContain('ferry');
  });
});

describe('the last move of the fugitive', () => {
  it('goes from the start, then from slot to slot, by the ticket of the log', () => {
    expect(fugitiveMove(9, [4], [slot(1, 'bus')])).toEqual({ from: 9, via: ['bus'] });
    const log = [slot(1, 'bus'), slot(2, 'underground')];
    expect(fugitiveMove(9, [4, 7], log)).toEqual({ from: 4, via: ['underground'] });
  });

  it('is not known where one of its ends is not', () => {
    const log = [slot(1, 'bus'), slot(2, 'taxi')];
    expect(fugitiveMove(null, [null, 7], log)).toBeUndefined();
    expect(fugitiveMove(null, [4, null], log)).toBeUndefined();
    expect(fugitiveMove(null, [4], [slot(1, 'bus')])).toBeUndefined();
    expect(fugitiveMove(9, [], [])).toBeUndefined();
  });

  it('takes no line by balloon', () => {
    expect(transportsOfSlot(slot(1, null, null, true))).toEqual([]);
    expect(fugitiveMove(9, [4], [slot(1, null, null, true)])).toEqual({ from: 9, via: [] });
  });
});
