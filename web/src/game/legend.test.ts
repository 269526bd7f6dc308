import { describe, expect, it } from 'vitest';

import { Board } from '../board/board';
import { aboutOf, gameFace, sceneOf, smallBoard } from '../testing/fixtures';
import { legendOf } from './legend';

const CASE = {
  crimes: 0,
  tokens: [],
  reserve: { black: 5, double: 2 },
  roadblocks: [],
} as unknown as NonNullable<ReturnType<typeof gameFace>['state']['case']>;

describe('the legend', () => {
  it('has the lines that run, and no signs where there are none', () => {
    const { lines, signs } = legendOf(sceneOf(gameFace()), smallBoard());
    expect(lines.map(({ transport }) => transport)).toEqual(['taxi', 'bus', 'ferry']);
    expect(signs).toEqual([]);
    const closed = sceneOf(gameFace(), { about: aboutOf({ closed: ['ferry'] }) });
    expect(legendOf(closed, smallBoard()).lines.map(({ transport }) => transport)).toEqual(['taxi', 'bus']);
  });

  it('explains what who looks can come to see on the board, and what stands in the log', () => {
    const marks = (change: Parameters<typeof sceneOf>[1]) =>
      legendOf(sceneOf(gameFace(), change), smallBoard()).marks.map(({ mark }) => mark);
    const { settings } = sceneOf(null);
    expect(marks({})).toEqual(['target']);
    expect(marks({ settings: { ...settings, assist: 'set' } })).toEqual(['target', 'lamp']);
    expect(marks({ audience: 'fugitive', settings: { ...settings, assist: 'set' } })).toEqual([
      'target',
      'danger',
      'seen',
      'lamp',
    ]);
    expect(marks({ audience: 'spectator' })).toEqual([]);
    const log = (scene: ReturnType<typeof sceneOf>) => legendOf(scene, smallBoard()).log.map(({ mark }) => mark);
    expect(log(sceneOf(gameFace()))).toEqual(['reveal', 'double']);
    const { state } = gameFace();
    const scene = sceneOf(gameFace({ state: { ...state, case: CASE } }), { about: aboutOf({ crimes: 3 }) });
    expect(log(scene)).toEqual(['reveal', 'double', 'crime', 'lie_low', 'take_black', 'take_double']);
    const { marks: all, log: slots } = legendOf(scene, smallBoard());
    for (const { text } of [...all, ...slots]) expect(text).toMatch(/^[^{}]{10,}$/);
  });

  it('explains tokens, crimes, hide-outs, symbols, the balloon, quarters and the reserve where the rules have them', () => {
    const { state } = gameFace();
    const hunters = [{ hunter: 'd1' as const, token: 'quarter' as const }];
    const scene = sceneOf(gameFace({ state: { ...state, case: CASE } }), { about: aboutOf({ crimes: 3, hunters }) });
    const marks = ['hideout', 'park', 'quarter-I'];
    const station = { id: 1, x: 0, y: 0, marks };
    const board = new Board({
      name: 'b',
      title: 'B',
      note: null,
      width: 10,
      height: 10,
      station_radius: 9,
      stations: [station],
      lines: [],
    });
    const signs = () => legendOf(scene, board).signs.map(({ sign }) => sign);
    expect(signs()).toEqual(['token', 'crime', 'hideout', 'park', 'balloon', 'quarter', 'reserve']);
    scene.about.hunters.push({ hunter: 'd2', token: 'block' });
    expect(signs()).toContain('roadblock');
    scene.about.stock = 'supply';
    expect(signs()).toContain('supply');
    for (const { text } of legendOf(scene, board).signs) expect(text).toMatch(/^[^{}]{10,}$/);
    // The same board under rules without a case: its signs mean nothing.
    expect(legendOf(sceneOf(gameFace()), board).signs).toEqual([]);
  });
});
