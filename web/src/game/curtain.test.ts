import { describe, expect, it } from 'vitest';

import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { curtainFor, handOver, showsTooMuch } from './curtain';

const both = youAre({ seats: ['fugitive', 'd1'], audiences: ['fugitive', 'hunters'] });
const his = gameFace({ turn: 'fugitive' });
const theirs = gameFace({ turn: 'hunters' });

describe('the curtain', () => {
  it('is not there for one who plays one side', () => {
    expect(curtainFor(sceneOf(his), his, youAre(), 0)).toBeNull();
  });

  it('hides his turn until he looks', () => {
    expect(curtainFor(sceneOf(his), his, both, 0)).toBe('fugitive');
    expect(curtainFor(sceneOf(his, { audience: 'fugitive' }), his, both, 0)).toBeNull();
  });

  it('hides each turn of the hunters once', () => {
    expect(curtainFor(sceneOf(theirs), theirs, both, 0)).toBe('hunters');
    expect(curtainFor(sceneOf(theirs), theirs, both, handOver(theirs))).toBeNull();
    const next = gameFace({ number: 2 });
    expect(curtainFor(sceneOf(next), next, both, handOver(theirs))).toBe('hunters');
  });

  it('stays while his side is still shown', () => {
    const scene = sceneOf(theirs, { audience: 'fugitive' });
    expect(curtainFor(scene, theirs, both, handOver(theirs))).toBe('hunters');
    expect(showsTooMuch(scene, theirs, both)).toBe(true);
    expect(showsTooMuch(sceneOf(his, { audience: 'fugitive' }), his, both)).toBe(false);
  });

  it('is gone when the game is over', () => {
    expect(curtainFor(sceneOf(his, { stage: 'over' }), his, both, 0)).toBeNull();
  });
});
