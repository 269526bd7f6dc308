// What this browser saw of the games of a table while they were played, and the numbers that it adds to their
// shuffles. It is kept over reloads, so that a server cannot tell another story at the end.
import { commitment } from '../end/chain';
import type { Scene, TableEvent, You } from '../protocol/messages';

/** A head that was published, with its signature. */
export interface SeenHead {
  head: string;
  signature?: string;
}

/** What was seen of a game. */
export interface SeenGame {
  /** What the server promised before its number was opened. */
  promise?: string;
  key?: string;
  /** The number that this browser added, as the server promised to take it. */
  number?: string;
  heads: Record<number, SeenHead>;
  /** The links for which two heads were told. */
  twice: number[];
  /** The seals, in a game that began before there was a chain. */
  seals?: string[];
}

interface Kept {
  /** When something was last seen, in milliseconds. */
  at: number;
  /** The number that was promised for the next game. */
  next?: string;
  games: Record<number, SeenGame>;
}

const PREFIX = 'fogbound.seen.';
/** Of so many tables something is kept. */
const TABLES = 30;

function read(table: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + table) ?? '') as Kept;
    if (typeof kept.at === 'number' && typeof kept.games === 'object') return kept;
  } catch {
    // Nothing was kept, or a browser that keeps nothing.
  }
  return { at: 0, games: {} };
}

function write(table: string, kept: Kept): void {
  try {
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
    const tables = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (tables.length <= TABLES) return;
    const age = (name: string): number => read(name.slice(PREFIX.length)).at;
    tables.sort((one, other) => age(one) - age(other));
    for (const name of tables.slice(0, tables.length - TABLES)) localStorage.removeItem(name);
  } catch {
    // It is known until the page is left.
  }
}

/** A number for a shuffle: 32 random bytes. */
export function newNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was seen of a game of a table. */
export function seenGame(table: string, game: number): SeenGame | null {
  return read(table).games[game] ?? null;
}

/** Keeps the number that was promised when a table was made. */
export function keepNumber(table: string, number: string): void {
  write(table, { ...read(table), at: Date.now(), next: number });
}

/** What this browser knows of one table. */
export class Witness {
  readonly #table: string;
  #kept: Kept;

  constructor(table: string) {
    this.#table = table;
    this.#kept = read(table);
  }

  /** Takes in what was told; `live` if it was told when it happened. What is told first when all is open is not what
   * was seen in the game. */
  see(events: readonly TableEvent[], scene: Scene, live: boolean): void {
    const before = JSON.stringify(this.#kept.games);
    const number = scene.game?.number;
    if (number !== undefined && (live || scene.stage === 'playing')) {
      const game = (this.#kept.games[number] ??= { heads: {}, twice: [] });
      if (scene.shuffle && scene.shuffle.number === null) {
        game.promise ??= scene.shuffle.commitment;
        if (scene.shuffle.key !== null) game.key ??= scene.shuffle.key;
      }
      for (const event of events) if ('proof' in event) this.#seeHead(game, event.proof);
      this.#use(game, scene);
    }
    if (JSON.stringify(this.#kept.games) !== before) this.#write();
  }

  #seeHead(game: SeenGame, proof: (TableEvent & { what: 'began' })['proof']): void {
    if (proof === undefined) return;
    if (typeof proof === 'string') {
      if (!game.seals?.includes(proof)) game.seals = [...(game.seals ?? []), proof];
      return;
    }
    const { link, head, signature } = proof;
    const known = game.heads[link];
    if (known === undefined) game.heads[link] = { head, ...(signature === undefined ? {} : { signature }) };
    else if (known.head !== head && !game.twice.includes(link)) game.twice.push(link);
  }

  /** The number that was promised belongs to the game in whose shuffle it is counted. */
  #use(game: SeenGame, scene: Scene): void {
    const { next } = this.#kept;
    if (next === undefined || !scene.shuffle) return;
    const promised = commitment(next);
    if (!scene.shuffle.contributions.some((it) => it.commitment === promised)) return;
    game.number = next;
    delete this.#kept.next;
  }

  /** The promise that is to be made now for the next game, if one is due. */
  promise(scene: Scene, you: You | null): string | null {
    if (scene.stage !== 'lobby' || scene.shuffle || you === null || you.guest === null || you.seats.length === 0)
      return null;
    const told = scene.guests.find(({ guest }) => guest === you.guest)?.commitment;
    const own = this.#kept.next === undefined ? null : commitment(this.#kept.next);
    // Another device of the same person may have promised one, and will open it.
    if (told !== undefined && (told === own || you.devices.length > 1)) return null;
    if (own !== null) return own;
    this.#kept.next = newNumber();
    this.#write();
    return commitment(this.#kept.next);
  }

  /** The number that is to be opened now, if it is waited for. */
  opening(scene: Scene, you: You | null): string | null {
    const { next } = this.#kept;
    if (scene.shuffle?.time_left === undefined || next === undefined) return null;
    const own = scene.shuffle.contributions.find(({ guest }) => guest === you?.guest);
    return own?.number === null && own.commitment === commitment(next) ? next : null;
  }

  #write(): void {
    this.#kept.at = Date.now();
    write(this.#table, this.#kept);
  }
}
