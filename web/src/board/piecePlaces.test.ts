import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { smallBoard } from '../testing/fixtures';
import { Board } from './board';
import { PiecePlaces, SIZE } from './piecePlaces';

/** A board that comes with the program: its stations are all that matters here. */
function boardOf(name: string, radius: number): Board {
  const text = readFileSync(new URL(`../../../crates/rules/boards/${name}.toml`, import.meta.url), 'utf8');
  const [, block = ''] = /stations = \[([^]*?)\n\]/.exec(text) ?? [];
  const stations = [...block.matchAll(/\[(\d+), ([\d.]+), ([\d.]+)\]/g)].map(([, id, x, y]) => {
    return { id: Number(id), x: Number(x), y: Number(y), marks: [] };
  });
  return new Board({
    name,
    title: name,
    note: null,
    width: 1000,
    height: 750,
    station_radius: radius,
    stations,
    lines: [],
  });
}

const BOARDS = [boardOf('london', 9), boardOf('compact', 12.5)];

function box(board: Board, places: PiecePlaces, station: number, his: boolean) {
  const [{ x, y }, { dx, dy }] = [board.at(station), places.at(station, his)];
  const [width, height] = [14 * SIZE * board.unit, 25 * SIZE * board.unit];
  return { left: x + dx - width / 2, right: x + dx + width / 2, top: y + dy - height, bottom: y + dy, width, height };
}

/** Which part of one piece another lies over. */
function over(a: ReturnType<typeof box>, b: ReturnType<typeof box>): number {
  const width = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
  const height = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return (width * height) / (a.width * a.height);
}

describe.each(BOARDS.map((board) => ({ name: board.name, board })))('on the board $name', ({ board }) => {
  const places = new PiecePlaces(board);
  const ids = board.stations.map(({ id }) => id);

  it('has its stations', () => expect(ids.length).toBeGreaterThan(100));

  it('each piece stands at its own station, and nearer to no other', () => {
    for (const id of ids) {
      for (const his of [false, true]) {
        const [at, { dx, dy }] = [board.at(id), places.at(id, his)];
        const away = Math.hypot(dx, dy) / board.unit;
        expect(away, `${id}`).toBeLessThan(25);
        const others = board.stations.filter((other) => other.id !== id);
        const next = Math.min(...others.map(({ x, y }) => Math.hypot(at.x + dx - x, at.y + dy - y)));
        expect(next / board.unit, `${id}`).toBeGreaterThan(away);
      }
    }
  });

  it('no hunter hides another, and none is hidden by him or hides him', () => {
    const hidden: string[] = [];
    for (const a of ids) {
      const [hunter, him] = [box(board, places, a, false), box(board, places, a, true)];
      for (const b of ids) {
        const other = box(board, places, b, false);
        if (a !== b && over(hunter, other) > 0.15) hidden.push(`hunters at ${a} and ${b}`);
        if (over(him, other) > 0.36) hidden.push(`he at ${a}, a hunter at ${b}`);
      }
    }
    expect(hidden).toEqual([]);
  });
});

it('a piece stands above its station where nothing is in the way, and makes room for a sign', () => {
  const board = smallBoard();
  expect(new PiecePlaces(board).at(4, false)).toEqual({ dx: 0, dy: -8 });
  const sign = { x: 200, y: 200 - 8 - 20 };
  expect(new PiecePlaces(board, [sign]).at(4, false)).not.toEqual({ dx: 0, dy: -8 });
});
