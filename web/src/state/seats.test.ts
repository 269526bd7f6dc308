import { describe, expect, it } from 'vitest';

import type { About, Action } from '../protocol/messages';
import { aboutOf, gameFace, hunt, sceneOf, youAre } from '../testing/fixtures';
import {
  hunterOfToken,
  hunts,
  mayMove,
  nameOfGuest,
  ownActions,
  poolOf,
  purseOf,
  shownName,
  sidesSwapped,
  unnamed,
} from './seats';

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

describe('changing sides alone against bots', () => {
  const guest = { kind: 'guest', guest: 1 } as const;
  const bot = { kind: 'bot', level: 5 } as const;
  const table = (his: typeof guest | typeof bot, others: typeof guest | typeof bot) => ({
    ...sceneOf(null),
    host: 1,
    series: null,
    seats: (['fugitive', 'd1', 'd2'] as const).map((seat) => ({ seat, occupant: seat === 'fugitive' ? his : others })),
  });

  it('takes all of the other side, and leaves one’s own to bots as strong', () => {
    expect(sidesSwapped(table(guest, bot), youAre({ guest: 1, seats: ['fugitive'] }))).toEqual([
      { do: 'sit', seat: 'd1' },
      { do: 'sit', seat: 'd2' },
      { do: 'bot', seat: 'fugitive', level: 5 },
    ]);
    expect(sidesSwapped(table(bot, guest), youAre({ guest: 1, seats: ['d1', 'd2'] }))).toEqual([
      { do: 'sit', seat: 'fugitive' },
      { do: 'bot', seat: 'd1', level: 5 },
      { do: 'bot', seat: 'd2', level: 5 },
    ]);
  });

  it('is left to the server where both sides are one’s own, or for one who is not the host', () => {
    const all = youAre({ guest: 1, seats: ['fugitive', 'd1', 'd2'] });
    expect(sidesSwapped(table(guest, guest), all)).toBeNull();
    expect(sidesSwapped(table(guest, bot), youAre({ guest: 2, seats: ['fugitive'] }))).toBeNull();
  });
});
