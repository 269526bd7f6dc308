// Small boards and scenes for the tests of pure parts.
import { Board } from '../board/board';
import { logSlot } from '../game/logSlot';
import type { About, Action, GameFace, LogSlot, Scene, SeatFace, Ticket, You } from '../protocol/messages';

/** Five stations: 1, 2 and 3 in a row, 4 below 2, 5 far away. */
export function smallBoard(): Board {
  return new Board({
    name: 'small',
    title: 'Small',
    note: null,
    width: 1000,
    height: 800,
    station_radius: 9,
    stations: [
      { id: 1, x: 100, y: 100, marks: [] },
      { id: 2, x: 200, y: 100, marks: [] },
      { id: 3, x: 300, y: 100, marks: [] },
      { id: 4, x: 200, y: 200, marks: [] },
      { id: 5, x: 900, y: 700, marks: [] },
    ],
    lines: [
      { transport: 'taxi', a: 1, b: 2 },
      { transport: 'bus', a: 1, b: 3 },
      { transport: 'taxi', a: 2, b: 4 },
      { transport: 'ferry', a: 3, b: 5 },
    ],
  });
}

export function slot(number: number, ticket: Ticket | null, at: number | null = null, balloon = false): LogSlot {
  return logSlot(number, ticket, { at, balloon });
}

export function hunt(hunter: 'd1' | 'd2', ticket: Ticket, to: number): Action {
  return { kind: 'hunt', hunter, ticket, to };
}

export function gameFace(change: Partial<GameFace> = {}): GameFace {
  return {
    number: 1,
    state: {
      phase: 'hunters',
      round: 2,
      filled: 1,
      leg: 'single',
      hunters: [
        { hunter: 'd1', station: 1, moved: false },
        { hunter: 'd2', station: 4, moved: true },
      ],
      purses: [
        { taxi: 3, bus: 0, underground: 1 },
        { taxi: 2, bus: 2, underground: 2 },
      ],
      stock: { taxi: 4, bus: 3, underground: 3 },
      black: 2,
      double: 2,
      shown: null,
      covered: [],
      black_this_turn: false,
      black_last_turn: false,
      outcome: null,
    },
    log: [],
    asked: [],
    score: null,
    turn: 'hunters',
    due: ['d1'],
    actions: [],
    undoable: null,
    undo_asked_by: null,
    yielded: [],
    marks: [],
    plans: [],
    ending: null,
    winner: null,
    ...change,
  };
}

const SEATS: SeatFace[] = [
  { seat: 'fugitive', occupant: { kind: 'bot', level: 1 } },
  { seat: 'd1', occupant: { kind: 'guest', guest: 1 } },
  { seat: 'd2', occupant: { kind: 'guest', guest: 2 } },
];

const ABOUT: About = {
  title: 'Classic',
  summary: 'The first edition.',
  fugitive: 'Mister X',
  theme: 'london',
  words: 'classic',
  board: 'small',
  closed: [],
  slots: 24,
  reveals: [3],
  hidden: [],
  rounds: 22,
  hunters: [
    { hunter: 'd1', purse: 0 },
    { hunter: 'd2', purse: 1 },
  ],
  bobbies: 0,
  in_order: true,
  pooled: false,
  pool_proposed: false,
  stock: 'uncounted',
  doubles: true,
  crimes: 0,
  scored: false,
  open_log: false,
  changed: [],
};

export function aboutOf(change: Partial<About> = {}): About {
  return { ...ABOUT, ...change };
}

export function sceneOf(game: GameFace | null, change: Partial<Scene> = {}): Scene {
  return {
    table: 'abc',
    version: 7,
    audience: 'hunters',
    stage: 'playing',
    settings: {
      edition: 'classic',
      options: [],
      detectives: 2,
      clock: { kind: 'none' },
      visibility: 'link',
      assist: 'off',
    },
    about: ABOUT,
    host: 1,
    access: { locked: false, slow_talk: 0, spectators: 'welcome' },
    seat_requests: [],
    guests: [
      { guest: 1, name: 'Ada', muted: false, banned: false, ready: true },
      { guest: 2, name: 'Bob', muted: false, banned: false, ready: true },
    ],
    seats: SEATS,
    movers: [
      { hunter: 'd1', guests: [1] },
      { hunter: 'd2', guests: [2] },
    ],
    shuffle: null,
    game,
    series: null,
    ...change,
  };
}

export function youAre(change: Partial<You> = {}): You {
  return { guest: 1, key: null, devices: [], seats: ['d1'], audience: 'hunters', audiences: ['hunters'], ...change };
}
