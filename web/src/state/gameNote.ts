// What the browser remembers of a game in which one has, or had, a seat. Nothing of it is secret.
import type { Scene, Side, Turn, You } from '../protocol/messages';
import { givenName, guestOf } from './seats';

/** Somebody on the other side. */
export type Rival = { bot: number } | { name: string };

export interface GameNote {
  table: string;
  /** The number of the game at its table. */
  number: number;
  edition: string;
  /** What the edition calls itself, for when the server no longer knows it. */
  title: string;
  side: Side | 'both';
  rivals: Rival[];
  state: 'lobby' | 'playing' | 'over' | 'abandoned';
  round: number;
  rounds: number | null;
  /** Who decides; oneself, if it is one's own turn. */
  turn: Turn | 'mine';
  winner: Side | null;
  /** The fugitive's points, in editions that count them. */
  points: number | null;
  /** Whether the server has cleared the table since. */
  gone: boolean;
  /** When something of it last changed, as far as this browser knows. */
  at: number;
}

/** How many games are remembered, and how long a text of one may be. */
export const MOST = 100;
const LONGEST = 40;

const short = (text: string): string => text.slice(0, LONGEST);

function sideOf({ seats }: You): GameNote['side'] {
  if (!seats.includes('fugitive')) return 'hunters';
  return seats.length > 1 ? 'both' : 'fugitive';
}

/** Who sits on the other side, each once. */
function rivalsOf(scene: Scene, you: You): Rival[] {
  const mine = sideOf(you);
  const rivals = new Map<string, Rival>();
  for (const { seat, occupant } of scene.seats) {
    const side = seat === 'fugitive' ? 'fugitive' : 'hunters';
    const guest = guestOf(occupant);
    if (mine === side || (guest !== null && guest === you.guest)) continue;
    if (occupant.kind === 'bot') rivals.set(`bot ${occupant.level}`, { bot: occupant.level });
    else if (guest !== null) rivals.set(`guest ${guest}`, { name: short(givenName(scene, guest)) });
  }
  return [...rivals.values()];
}

/** What there is to remember of a table; none if one has no seat there. */
export function noteOf(scene: Scene, you: You | null, now: number): GameNote | null {
  if (you === null || you.seats.length === 0) return null;
  const { game, about, settings } = scene;
  // Between two games the last one is still there, and what the seats are for is the next.
  const begun = scene.stage === 'lobby' ? null : game;
  const mine = begun !== null && begun.due.some((seat) => you.seats.includes(seat));
  return {
    table: scene.table,
    number: begun ? begun.number : (game?.number ?? 0) + 1,
    edition: settings.edition,
    title: short(about.title),
    side: sideOf(you),
    rivals: rivalsOf(scene, you),
    state: scene.stage,
    round: begun?.state.round ?? 0,
    rounds: about.rounds,
    turn: mine ? 'mine' : (begun?.turn ?? 'hunters'),
    winner: begun?.winner ?? null,
    points: begun?.ending?.score ?? null,
    gone: false,
    at: now,
  };
}

export function isRunning({ state, gone }: GameNote): boolean {
  return !gone && (state === 'lobby' || state === 'playing');
}

/** How a game came out for oneself. */
export type Result = 'running' | 'won' | 'lost' | 'ended';

export function resultOf(note: GameNote): Result {
  if (isRunning(note)) return 'running';
  if (note.winner === null || note.side === 'both') return 'ended';
  return note.winner === note.side ? 'won' : 'lost';
}

const sameGame = (a: GameNote, b: GameNote): boolean => a.table === b.table && a.number === b.number;
/** Whether nothing has changed but the time of looking. */
const unchanged = (a: GameNote, b: GameNote): boolean =>
  JSON.stringify({ ...a, at: 0 }) === JSON.stringify({ ...b, at: 0 });

/** The notes, with one more or one renewed: the newest first, and no more than are remembered. */
export function withNote(notes: GameNote[], note: GameNote): GameNote[] {
  const known = notes.find((other) => sameGame(other, note));
  if (known && unchanged(known, note)) return notes;
  const all = [note, ...notes.filter((other) => other !== known)];
  if (all.length <= MOST) return all;
  // A game that goes on is forgotten last.
  const oldest = all.findLast((other) => !isRunning(other)) ?? all.at(-1);
  return all.filter((other) => other !== oldest);
}

/** The notes after a look at a table: what was the last game there is that no more when another one has begun. */
export function afterLook(notes: GameNote[], scene: Scene, you: You | null, now: number): GameNote[] {
  const note = noteOf(scene, you, now);
  const number = note?.number ?? scene.game?.number ?? 0;
  const kept = notes
    .filter((other) => other.table !== scene.table || !isRunning(other) || other.number < number || note !== null)
    .map((other): GameNote => {
      if (other.table !== scene.table || other.number >= number || !isRunning(other)) return other;
      const ended = scene.series?.games[other.number - 1];
      return { ...other, state: 'over', winner: ended?.winner ?? null, points: ended?.score ?? null };
    });
  return note ? withNote(kept, note) : kept;
}

/** The notes when a table is no more: what had ended is still worth knowing. */
export function afterLoss(notes: GameNote[], table: string): GameNote[] {
  return notes
    .filter((note) => note.table !== table || note.state !== 'lobby')
    .map((note) => (note.table === table && !note.gone ? { ...note, gone: true } : note));
}

function isRival(value: unknown): value is Rival {
  if (typeof value !== 'object' || value === null) return false;
  return 'bot' in value ? Number.isInteger(value.bot) : 'name' in value && typeof value.name === 'string';
}

const STATES: readonly unknown[] = ['lobby', 'playing', 'over', 'abandoned'];
const SIDES: readonly unknown[] = ['fugitive', 'hunters', 'both'];
const TURNS: readonly unknown[] = ['mine', 'fugitive', 'hunters', 'chance', 'over'];

function isNote(value: unknown): value is GameNote {
  if (typeof value !== 'object' || value === null) return false;
  const note = value as Record<keyof GameNote, unknown>;
  const count = (number: unknown): boolean => Number.isSafeInteger(number);
  return (
    typeof note.table === 'string' &&
    /^\w{1,40}$/.test(note.table) &&
    count(note.number) &&
    typeof note.edition === 'string' &&
    typeof note.title === 'string' &&
    SIDES.includes(note.side) &&
    Array.isArray(note.rivals) &&
    note.rivals.every(isRival) &&
    STATES.includes(note.state) &&
    count(note.round) &&
    (note.rounds === null || count(note.rounds)) &&
    TURNS.includes(note.turn) &&
    (note.winner === null || note.winner === 'fugitive' || note.winner === 'hunters') &&
    (note.points === null || count(note.points)) &&
    typeof note.gone === 'boolean' &&
    count(note.at)
  );
}

/** The notes of a stored text; what is no note, or is there already, is left out. */
export function readNotes(text: string | null): GameNote[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const notes = Array.isArray(value) ? value.filter(isNote) : [];
    const first = notes.filter((note, index) => notes.findIndex((other) => sameGame(other, note)) === index);
    return first.slice(0, MOST);
  } catch {
    return [];
  }
}
