import { describe, expect, it } from 'vitest';

import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import {
  afterLook,
  afterLoss,
  type GameNote,
  isRunning,
  MOST,
  noteOf,
  readNotes,
  resultOf,
  withNote,
} from './gameNote';

const note = (change: Partial<GameNote> = {}): GameNote => ({
  ...noteOf(sceneOf(gameFace()), youAre(), 1000)!,
  ...change,
});

describe('a note', () => {
  it('tells who plays against whom, how far it is, and whose turn it is', () => {
    expect(note()).toEqual({
      table: 'abc',
      number: 1,
      edition: 'classic',
      title: 'Classic',
      side: 'hunters',
      rivals: [{ bot: 1 }],
      state: 'playing',
      round: 2,
      rounds: 22,
      turn: 'mine',
      winner: null,
      points: null,
      gone: false,
      at: 1000,
    });
  });

  it('names each rival once, and neither oneself nor partners', () => {
    const scene = sceneOf(gameFace({ due: ['fugitive'], turn: 'fugitive' }), {
      seats: [
        { seat: 'fugitive', occupant: { kind: 'guest', guest: 1 } },
        { seat: 'd1', occupant: { kind: 'guest', guest: 2 } },
        { seat: 'd2', occupant: { kind: 'guest', guest: 2 } },
      ],
    });
    expect(noteOf(scene, youAre({ seats: ['fugitive'] }), 0)).toMatchObject({
      side: 'fugitive',
      rivals: [{ name: 'Bob' }],
      turn: 'mine',
    });
    expect(noteOf(scene, youAre({ guest: 2, seats: ['d1', 'd2'] }), 0)).toMatchObject({
      side: 'hunters',
      rivals: [{ name: 'Ada' }],
      turn: 'fugitive',
    });
  });

  it('has no secret of the game in it', () => {
    const own = { at: 171, start: 171, route: [171], tile: null, crimes: [], threatened: [] };
    const scene = sceneOf(gameFace({ own }), { audience: 'fugitive' });
    expect(JSON.stringify(noteOf(scene, youAre({ seats: ['fugitive'] }), 0))).not.toContain('171');
  });

  it('is not made where one has no seat', () => {
    expect(noteOf(sceneOf(gameFace()), youAre({ seats: [] }), 0)).toBeNull();
    expect(noteOf(sceneOf(gameFace()), null, 0)).toBeNull();
  });

  it('is about the next game between two games', () => {
    const between = sceneOf(gameFace({ winner: 'hunters' }), { stage: 'lobby' });
    expect(noteOf(between, youAre(), 0)).toMatchObject({ number: 2, state: 'lobby', winner: null });
    expect(noteOf(sceneOf(null, { stage: 'lobby' }), youAre(), 0)).toMatchObject({ number: 1, state: 'lobby' });
  });

  it('tells how the game came out for oneself', () => {
    expect(resultOf(note())).toBe('running');
    expect(resultOf(note({ state: 'over', winner: 'hunters' }))).toBe('won');
    expect(resultOf(note({ state: 'over', winner: 'fugitive' }))).toBe('lost');
    expect(resultOf(note({ state: 'over', winner: 'fugitive', side: 'both' }))).toBe('ended');
    expect(resultOf(note({ state: 'playing', gone: true }))).toBe('ended');
  });
});

describe('the notes', () => {
  it('have the newest first, and each game once', () => {
    const [old, other] = [note({ at: 1 }), note({ table: 'def', at: 2 })];
    const after = withNote([other, old], note({ round: 3, at: 3 }));
    expect(after.map(({ table, round }) => [table, round])).toEqual([
      ['abc', 3],
      ['def', 2],
    ]);
    // To look again changes nothing.
    expect(withNote(after, note({ round: 3, at: 99 }))).toBe(after);
  });

  it('are bounded, and what goes on is forgotten last', () => {
    let notes: GameNote[] = [note({ table: 'running', at: 0 })];
    for (let at = 1; at <= MOST + 20; at += 1) notes = withNote(notes, note({ table: `t${at}`, state: 'over', at }));
    expect(notes.length).toBe(MOST);
    expect(notes.filter(isRunning).map(({ table }) => table)).toEqual(['running']);
    expect(notes[0]!.table).toBe(`t${MOST + 20}`);
    expect(JSON.stringify(notes).length).toBeLessThan(60_000);
    for (let at = 1; at <= MOST + 5; at += 1) notes = withNote(notes, note({ table: `r${at}`, at }));
    expect(notes.length).toBe(MOST);
  });

  it('cut long names', () => {
    const long = sceneOf(gameFace(), {
      guests: [{ guest: 2, name: 'x'.repeat(500), muted: false, banned: false, ready: true }],
      seats: [{ seat: 'fugitive', occupant: { kind: 'guest', guest: 2 } }],
    });
    expect(JSON.stringify(noteOf(long, youAre(), 0)).length).toBeLessThan(400);
  });

  it('learn that another game has begun, and how the last one came out', () => {
    const next = sceneOf(gameFace({ number: 2 }), {
      series: {
        players: [],
        points: [],
        games: [{ fugitive: 0, outcome: { cause: 'escaped' }, winner: 'fugitive', score: 12 }],
        length: null,
        winners: [],
      },
    });
    const after = afterLook([note()], next, youAre(), 5);
    expect(after.map(({ number, state, winner, points }) => [number, state, winner, points])).toEqual([
      [2, 'playing', null, null],
      [1, 'over', 'fugitive', 12],
    ]);
  });

  it('forget a game that goes on when one has left the seat, and keep what has ended', () => {
    const ended = note({ number: 1, state: 'over', winner: 'hunters' });
    const running = note({ number: 2 });
    const elsewhere = note({ table: 'def' });
    const scene = sceneOf(gameFace({ number: 2 }));
    expect(afterLook([running, ended, elsewhere], scene, youAre({ seats: [] }), 0)).toEqual([ended, elsewhere]);
  });

  it('tell of games that the server has cleared, but for those that had not begun', () => {
    const notes = [note({ number: 2, state: 'lobby' }), note({ state: 'over' }), note({ table: 'def' })];
    expect(afterLoss(notes, 'abc').map(({ table, gone }) => [table, gone])).toEqual([
      ['abc', true],
      ['def', false],
    ]);
  });

  it('come back as they were stored', () => {
    const notes = [note(), note({ table: 'def', rivals: [{ name: 'Bob' }], points: 7 })];
    expect(readNotes(JSON.stringify(notes))).toEqual(notes);
  });

  it('are read without what is none', () => {
    const bad = [
      { ...note(), table: '../../else' },
      { ...note(), number: 'one' },
      { ...note(), rivals: [{}] },
      { ...note(), side: 'nobody' },
      null,
      7,
    ];
    expect(readNotes(JSON.stringify([...bad, note()]))).toEqual([note()]);
    for (const text of [null, '', '{}', 'no JSON', '[[[']) expect(readNotes(text)).toEqual([]);
    expect(readNotes(JSON.stringify([note(), note()]))).toEqual([note()]);
    const many = Array.from({ length: 500 }, (_, number) => note({ number }));
    expect(readNotes(JSON.stringify(many)).length).toBe(MOST);
  });
});
