import { beforeEach, describe, expect, it } from 'vitest';

import { holdBranch, keepBranch, originOf } from './branches';

const GAME = '[Fogbound "4"]\n[Edition "a"]\n\ndeal d1 1; x 2\n1. taxi 3; d1 taxi 2\n';
const varied = (...moves: string[]): string =>
  [GAME.replace('"4"', '"6"').trim(), ...moves.map((move) => `variation 1 *\n1. ${move}`)].join('\n') + '\n';

describe('what a game came from', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    globalThis.localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
  });

  it('is kept for the last few, if it is not too long', () => {
    for (let n = 0; n < 20; n += 1) keepBranch(`t${n}`, `record ${n}`);
    expect(['t19', 't8', 't7'].map((table) => originOf(table)?.record)).toEqual(['record 19', 'record 8', undefined]);
    keepBranch('long', 'x'.repeat(80_001));
    expect(originOf('long')).toBeNull();
    localStorage.setItem('fogbound.branches', 'nonsense');
    expect(originOf('t19')).toBeNull();
  });

  it('holds each game that came from it beside those that it held before', () => {
    keepBranch('first', GAME);
    keepBranch('second', GAME);
    keepBranch('other', GAME.replace('x 2', 'x 4'));
    expect(originOf('first')).toEqual({ record: GAME, held: false });
    holdBranch('first', varied('bus 7'));
    expect(originOf('first')).toEqual({ record: varied('bus 7'), held: true });
    // The second is added to what is there, and is not there yet.
    expect(originOf('second')).toEqual({ record: varied('bus 7'), held: false });
    expect(originOf('other')?.record).not.toContain('variation');
    holdBranch('second', varied('bus 7', 'bus 9'));
    expect(originOf('first')).toEqual({ record: varied('bus 7', 'bus 9'), held: true });
    // And so is one that is begun later, from the game as it was.
    keepBranch('third', GAME);
    expect(originOf('third')).toEqual({ record: varied('bus 7', 'bus 9'), held: false });
  });

  it('keeps what it has where more would be too long', () => {
    keepBranch('first', GAME);
    holdBranch('first', `${varied('bus 7')}${'x'.repeat(80_000)}`);
    expect(originOf('first')).toEqual({ record: GAME, held: false });
  });
});
