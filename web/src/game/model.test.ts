import { describe, expect, it } from 'vitest';

import { EMPTY } from '../state/draft';
import { aboutOf, gameFace, hunt, sceneOf, slot, youAre } from '../testing/fixtures';
import {
  choiceStations,
  dangerOf,
  EVEN,
  huntTogether,
  learntAt,
  likelihood,
  marksOf,
  mayUndo,
  piecesOf,
  possibleOf,
  routeOf,
  targetsOf,
  turnWords,
  undoWish,
} from './model';
import { lastSeen } from './pieces';

const OWN = { at: 4, start: 2, route: [3, 4], tile: null, crimes: [] as [number, boolean][], threatened: [2] };
const LOG = [slot(1, 'taxi', 3), slot(2, 'bus')];
const ENDING = {
  outcome: { cause: 'captured', by: 'd1', at: 4 } as const,
  score: null,
  start: 2,
  route: [3, 4],
  tile: null,
  crimes: [],
};

describe('pieces', () => {
  it('are the hunters: who can move is ready, one is selected', () => {
    const pieces = piecesOf(sceneOf(gameFace()), gameFace(), [], {
      own: ['d1'],
      movers: ['d1', 'd2'],
      selected: 'd1',
    });
    expect(pieces.map(({ id, station, own, ready, selected }) => ({ id, station, own, ready, selected }))).toEqual([
      { id: 'd1', station: 1, own: true, ready: true, selected: true },
      { id: 'd2', station: 4, own: false, ready: false, selected: false },
    ]);
  });

  it('have a ghost where he was seen last, for those who do not see him', () => {
    const game = gameFace({ log: LOG });
    expect(lastSeen(game.log)).toBe(3);
    const ghost = piecesOf(sceneOf(game), game, []).at(-1);
    expect(ghost).toMatchObject({ id: 'ghost', station: 3 });
    expect(ghost?.lastMove).toBeUndefined();
  });

  it('have himself for himself, coming along the line that he took', () => {
    const game = gameFace({ own: OWN, log: LOG });
    const piece = piecesOf(sceneOf(game), game, []).at(-1);
    expect(piece).toMatchObject({ id: 'fugitive', station: 4, lastMove: { from: 3, via: ['bus'] } });
    expect(piece?.traced).toBeUndefined();
  });

  it('know his line when two moves in a row were seen, and not otherwise', () => {
    const { state } = gameFace();
    const seen = gameFace({ log: [slot(1, 'taxi', 3), slot(2, 'bus', 4)], state: { ...state, shown: 4 } });
    expect(piecesOf(sceneOf(seen), seen, []).at(-1)?.lastMove).toEqual({ from: 3, via: ['bus'] });
    const shown = gameFace({ log: [slot(1, 'taxi'), slot(2, 'bus', 4)], state: { ...state, shown: 4 } });
    expect(piecesOf(sceneOf(shown), shown, []).at(-1)).toMatchObject({ id: 'fugitive', station: 4 });
    expect(piecesOf(sceneOf(shown), shown, []).at(-1)?.lastMove).toBeUndefined();
  });
});

describe('what can be chosen', () => {
  it('tells station and tickets', () => {
    const targets = targetsOf(aboutOf(), new Map([[2, ['taxi', 'black']]]), 2, new Set([2]));
    expect(targets.get(2)).toEqual({ label: 'Go to 2: Taxi or Black ticket', chosen: true, danger: true });
  });

  it('comes into sight with the piece, unless there is very much', () => {
    const game = gameFace();
    const draft = { ...EMPTY, hunter: 'd1' } as const;
    expect(choiceStations(game, draft, new Map([[2, []]]))).toEqual([2, 1]);
    expect(choiceStations(game, draft, new Map())).toEqual([]);
    const many = new Map(Array.from({ length: 24 }, (_, station) => [station, []] as const));
    expect(choiceStations(game, draft, many)).toEqual([]);
  });

  it('warns the fugitive of the stations that the server names, where help is on', () => {
    const game = gameFace({ own: OWN });
    const scene = sceneOf(game, { audience: 'fugitive' });
    const helped = { ...scene, settings: { ...scene.settings, assist: 'set' as const } };
    expect(dangerOf(scene, game).size).toBe(0);
    expect([...dangerOf(helped, game)]).toEqual([2]);
    expect(dangerOf(helped, gameFace()).size).toBe(0);
  });
});

describe('a route', () => {
  it('is the move that is being chosen', () => {
    const draft = { ...EMPTY, hunter: 'd1', to: 2, ticket: 'taxi' } as const;
    expect(routeOf(gameFace(), draft, hunt('d1', 'taxi', 2))).toEqual([{ from: 1, to: 2, via: ['taxi'], now: true }]);
    expect(routeOf(gameFace(), EMPTY, undefined)).toEqual([]);
  });

  it('is at the end his whole way, step by step', () => {
    const route = routeOf(gameFace({ ending: ENDING, log: LOG }), EMPTY, undefined);
    expect(route).toEqual([
      { from: 2, to: 3, via: ['taxi'], order: 0 },
      { from: 3, to: 4, via: ['bus'], order: 1 },
    ]);
  });
});

describe('help', () => {
  it('marks where he can be, the likeliest most', () => {
    const game = gameFace({ assist: { possible: [2, 3], weights: [250, 750] } });
    expect(possibleOf(game)).toEqual([
      { station: 2, weight: 1 / 3, chance: '25%' },
      { station: 3, weight: 1, chance: '75%' },
    ]);
    expect(possibleOf(gameFace({ assist: { possible: [2] } }))).toEqual([{ station: 2, weight: EVEN }]);
    expect(possibleOf(gameFace())).toBeNull();
    expect(likelihood(game, 3)).toBe(750);
    expect(likelihood(game, 5)).toBeUndefined();
  });

  it('ends with the game', () => {
    const game = gameFace({ assist: { possible: [2], weights: [1000] }, ending: ENDING });
    expect(possibleOf(game)).toBeNull();
    expect(likelihood(game, 2)).toBeUndefined();
  });
});

describe('what was learnt last', () => {
  it('was learnt where a hunter went, where he was seen, or from where he left', () => {
    const hunted = { event: 'hunted', hunter: 'd1', ticket: 'taxi', to: 4, captured: false } as const;
    expect(learntAt([hunted], LOG)).toBe(4);
    expect(learntAt([], LOG)).toBe(3);
    expect(learntAt([], [])).toBeNull();
  });
});

describe('marks', () => {
  it('show him his crimes, and where he was seen if he is elsewhere', () => {
    const game = gameFace({ own: { ...OWN, crimes: [[5, true]] }, log: LOG });
    expect(marksOf(sceneOf(game), game, null).map(({ kind, station }) => [kind, station])).toEqual([
      ['crime-done', 5],
      ['seen', 3],
    ]);
  });

  it('show where somebody points', () => {
    expect(marksOf(sceneOf(gameFace()), gameFace(), 2)).toMatchObject([{ kind: 'pointed', station: 2 }]);
  });
});

describe('words of the screen', () => {
  it('say whose turn it is', () => {
    const scene = sceneOf(gameFace());
    expect(turnWords(scene, gameFace(), true)).toBe('Your turn');
    expect(turnWords(scene, gameFace({ turn: 'fugitive' }), false)).toContain('Mister X');
    expect(turnWords(scene, gameFace({ ending: ENDING }), true)).not.toBe('Your turn');
  });

  it('name who wishes to take a move back, to the other side only', () => {
    const game = gameFace({ undoable: 'fugitive', undo_asked_by: 2 });
    expect(undoWish(sceneOf(game), game, youAre())).toBe('Bob');
    expect(undoWish(sceneOf(game), game, youAre({ audiences: ['fugitive'] }))).toBeNull();
    expect(undoWish(sceneOf(game), game, youAre({ guest: 2 }))).toBeNull();
    const own = gameFace({ undoable: 'hunters' });
    expect(mayUndo(sceneOf(own), own, youAre())).toBe(true);
    expect(mayUndo(sceneOf(own, { audience: 'fugitive' }), own, youAre())).toBe(false);
    expect(mayUndo(sceneOf(own), own, youAre({ seats: [] }))).toBe(false);
    expect(mayUndo(sceneOf(game), game, youAre())).toBe(false);
  });

  it('know whether several people hunt', () => {
    const scene = sceneOf(gameFace());
    expect(huntTogether(scene)).toBe(true);
    expect(huntTogether({ ...scene, movers: scene.movers.slice(0, 1) })).toBe(false);
  });
});
