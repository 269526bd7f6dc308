import { beforeEach, describe, expect, it } from 'vitest';

import { keepBranch, originOf } from './branches';

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
    expect([originOf('t19'), originOf('t8'), originOf('t7')]).toEqual(['record 19', 'record 8', null]);
    keepBranch('long', 'x'.repeat(80_001));
    expect(originOf('long')).toBeNull();
    localStorage.setItem('fogbound.branches', 'nonsense');
    expect(originOf('t19')).toBeNull();
  });
});
