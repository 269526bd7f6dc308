import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { gameFace, hunt, sceneOf } from '../testing/fixtures';
import { handOf, isFugitives } from './hand';

const game = gameFace();
const move = (ticket: 'taxi' | 'black', to: number): Action => ({ kind: 'move', ticket, to });

describe('a hand', () => {
  it('has all tickets of the hunter, and says which lead anywhere', () => {
    const hand = handOf(sceneOf(game), game, [hunt('d1', 'taxi', 2), hunt('d2', 'bus', 3)], 'd1');
    expect(hand).toEqual([
      { ticket: 'taxi', count: 3, usable: true },
      { ticket: 'bus', count: 0, usable: false },
      { ticket: 'underground', count: 1, usable: false },
    ]);
  });

  it('has the fugitive’s tickets uncounted where they are without end, and his black ones', () => {
    const hand = handOf(sceneOf(game), game, [move('taxi', 2)], null);
    expect(hand).toEqual([
      { ticket: 'taxi', count: null, usable: true },
      { ticket: 'black', count: 2, usable: false },
    ]);
  });

  it('has his tickets counted where they come from a supply', () => {
    const scene = sceneOf(game);
    const modern = { ...scene, settings: { ...scene.settings, edition: 'modern' } };
    expect(handOf(modern, game, [move('taxi', 2)], null)).toMatchObject([
      { ticket: 'taxi', count: 4 },
      { ticket: 'bus', count: 3 },
      { ticket: 'underground', count: 3 },
      { ticket: 'black', count: 2 },
    ]);
  });

  it('is empty where nothing is paid', () => {
    expect(handOf(sceneOf(game), game, [{ kind: 'end_turn' }], null)).toEqual([]);
    expect(isFugitives([{ kind: 'end_turn' }])).toBe(false);
    expect(isFugitives([move('black', 2)])).toBe(true);
  });
});
