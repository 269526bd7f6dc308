// Who sat where in the games that this browser saw: at a table others may sit there in the next one.
import type { Scene, You } from '../protocol/messages';
import { type Hunter, isHunter } from '../protocol/names';
import { givenName, guestOf } from './seats';

const STORE = 'fogbound.people';
/** Of so many games it is kept. */
const MOST = 60;
/** How long a name may be. */
const LONGEST = 40;

/** Who has moved a piece. */
export interface Mover {
  /** The same for all pieces of one person; each bot is somebody else. */
  who: string;
  /** The name of a person as it is stored. */
  name?: string;
  /** The level of a bot. */
  level?: number;
  /** Whether it was who looks now. */
  mine: boolean;
}

/** Who moved the fugitive, and each piece of the hunters, as far as that is known. */
export type People = Partial<Record<'fugitive' | Hunter, Mover>>;

interface Kept {
  table: string;
  game: number;
  people: People;
}

/** Who sits where now. A bobby, which has no seat, is moved by whoever hunts: by one, if only one does. */
export function peopleOf(scene: Scene, you: Pick<You, 'guest'> | null): People {
  const guest = (number: number): Mover => ({
    who: `guest ${number}`,
    name: givenName(scene, number).slice(0, LONGEST),
    mine: number === you?.guest,
  });
  const people: People = {};
  for (const { seat, occupant } of scene.seats) {
    const number = guestOf(occupant);
    if (number !== null) people[seat] = guest(number);
    else if (occupant.kind === 'bot') people[seat] = { who: seat, level: occupant.level, mine: false };
  }
  for (const { hunter, guests } of scene.movers) {
    const [only, ...more] = guests;
    if (only !== undefined && more.length === 0) people[hunter] ??= guest(only);
  }
  return people;
}

/** The same after a while. Where a bot went on for somebody it is that person's piece. */
function later(before: People, now: People): People {
  const people: People = { ...now };
  for (const [piece, mover] of Object.entries(before) as ['fugitive' | Hunter, Mover][]) {
    if (mover.name !== undefined && people[piece]?.name === undefined) people[piece] = mover;
  }
  return people;
}

function isMover(value: unknown): value is Mover {
  const mover = value as Partial<Mover> | null;
  return (
    typeof mover?.who === 'string' &&
    (mover.name === undefined || typeof mover.name === 'string') &&
    (mover.level === undefined || Number.isInteger(mover.level)) &&
    typeof mover.mine === 'boolean'
  );
}

function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Kept> | null;
  if (typeof kept?.table !== 'string' || !Number.isInteger(kept.game)) return false;
  return typeof kept.people === 'object' && kept.people !== null && Object.values(kept.people).every(isMover);
}

function read(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Notes who plays. */
export function notePeople(scene: Scene, you: Pick<You, 'guest'> | null): void {
  const { table, game, stage } = scene;
  if (stage !== 'playing' || !game || you === null) return;
  const all = read();
  const known = all.find((kept) => kept.table === table && kept.game === game.number);
  const people = later(known?.people ?? {}, peopleOf(scene, you));
  if (JSON.stringify(known?.people) === JSON.stringify(people)) return;
  const others = all.filter((kept) => kept !== known);
  try {
    localStorage.setItem(STORE, JSON.stringify([{ table, game: game.number, people }, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing knows who sits there now.
  }
}

/** Who played a game of a table, if this browser saw it. */
export function peopleOfGame(table: string, game: number): People | null {
  return read().find((kept) => kept.table === table && kept.game === game)?.people ?? null;
}

/** Who played, by the tag `Seats` of a record: `fugitive: Ada; d1: Bob`, or `hunters: Bob` for all of them. */
export function peopleOfTag(words: string | undefined, hunters: readonly Hunter[]): People | null {
  const people: People = {};
  for (const part of words?.split(';') ?? []) {
    const [seat, ...rest] = part.split(':');
    const name = rest.join(':').trim().slice(0, LONGEST);
    if (seat === undefined || name === '') continue;
    const word = seat.trim();
    const pieces: readonly ('fugitive' | Hunter)[] =
      word === 'hunters' ? hunters : word === 'fugitive' || isHunter(word) ? [word] : [];
    // Of our bots a record tells the level.
    const level = /^\w+:level=(\d)$/.exec(name)?.[1];
    for (const piece of pieces)
      people[piece] ??=
        level === undefined
          ? { who: `named ${name}`, name, mine: false }
          : { who: piece, level: Number(level), mine: false };
  }
  return Object.keys(people).length > 0 ? people : null;
}
