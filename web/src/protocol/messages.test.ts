import { describe, expect, it } from 'vitest';

import { gameFace, sceneOf } from '../testing/fixtures';
import { checked } from './messages';
import { isHunter, isSeat } from './names';

describe('names of the wire', () => {
  it('are those of pieces and seats', () => {
    expect(['d1', 'd5', 'b3'].every(isHunter)).toBe(true);
    expect(['fugitive', 'd1'].every(isSeat)).toBe(true);
    expect(['d6', 'b4', 'x', ''].some(isHunter)).toBe(false);
    expect(isSeat('b1')).toBe(false);
  });

  it('pass where they are known, deep inside a message', () => {
    const scene = sceneOf(gameFace());
    expect(checked(scene)).toBe(scene);
  });

  it.each([
    ['a hunter', { state: { hunters: [{ hunter: 'd6' }] } }],
    ['who caught him', { outcome: { cause: 'captured', by: 'nobody' } }],
    ['a seat', { seats: [{ seat: 'b1' }] }],
    ['seats that are due', { due: ['fugitive', 'd9'] }],
  ])('fail for %s that is not known', (_, message) => {
    expect(() => checked(message)).toThrow(/that this page knows/);
  });

  it('leave numbers under the same keys alone, and other texts', () => {
    expect(() => checked({ from: 3, by: 2, text: 'd6', host: 'Ada' })).not.toThrow();
  });
});
