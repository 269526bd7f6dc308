import { describe, expect, it } from 'vitest';

import type { About, Action } from '../protocol/messages';
import { aboutOf, gameFace, hunt, sceneOf, youAre } from '../testing/fixtures';
import { hunterOfToken, hunts, mayMove, nameOfGuest, ownActions, poolOf, purseOf, shownName, unnamed } from './seats';

const first = hunt('d1', 'taxi', 2);
const second = hunt('d2', 'taxi', 2);

describe('who may move what', () => {
  it('is what the server says, whoever sits where', () => {
    const scene = sceneOf(gameFace({ actions: [first, second] }));
    expect(ownActions(scene, youAre())).toEqual([first]);
    const shared = { ...scene, movers: scene.movers.map((face) => ({ ...face, guests: [1, 2] })) };
    expect(ownActions(shared, youAre())).toEqual([first, second]);
    const none = { ...scene, movers: [] };
    expect(ownActions(none, youAre())).toEqual([]);
    expect(hunts(none, youAre())).toBe(false);
    expect(mayMove(scene, youAre({ guest: null }), 'd1')).toBe(false);
  });

  it('lets one end the turn who moves any of them', () => {
    const end: Action = { kind: 'end_turn' };
    const scene = sceneOf(gameFace({ actions: [end] }));
    expect(ownActions(scene, youAre())).toEqual([end]);
    expect(ownActions(scene, youAre({ guest: 3 }))).toEqual([]);
  });

  it('leaves a token to those who move its owner', () => {
    const token: Action = { kind: 'token', token: 'trail' };
    const hunters: About['hunters'] = [{ hunter: 'd1' }, { hunter: 'd2', token: 'trail' }];
    const about = aboutOf({ hunters });
    const scene = sceneOf(gameFace({ actions: [token] }), { about });
    expect(hunterOfToken(about, 'trail')).toBe('d2');
    expect(hunterOfToken(about, 'quarter')).toBeUndefined();
    expect(ownActions(scene, youAre())).toEqual([]);
    expect(ownActions(scene, youAre({ guest: 2 }))).toEqual([token]);
  });
});

describe('a purse', () => {
  it('is the one that the server names', () => {
    const game = gameFace();
    const [one, two] = game.state.purses;
    expect(purseOf(aboutOf(), game, 'd2')).toEqual(two);
    const hunters: About['hunters'] = [{ hunter: 'd1', purse: 1 }, { hunter: 'd2' }];
    expect(purseOf(aboutOf({ hunters }), game, 'd1')).toEqual(two);
    expect(purseOf(aboutOf({ hunters }), game, 'd2')).toBeUndefined();
    expect(poolOf(aboutOf(), game)).toBeUndefined();
    expect(poolOf(aboutOf({ pooled: true }), game)).toEqual(one);
  });
});

describe('names', () => {
  it('are those that people gave, and a number in the language of the screen for others', () => {
    const scene = sceneOf(gameFace());
    expect(nameOfGuest(scene, 2)).toBe('Bob');
    expect(nameOfGuest(scene, 9)).toBe('Player 9');
    expect(shownName(unnamed(12))).toBe('Player 12');
    for (const name of ['Player', 'Player 0', 'Player one', 'The Player 2']) expect(shownName(name)).toBe(name);
  });
});
