// People of whose talk and reactions one does not want to see anything. It stays in this browser: nobody
// learns of it.
import type { TableEvent } from '../protocol/messages';

const STORE = 'fogbound-hidden';
/** Tables that are kept: those at which somebody was hidden last. */
export const MOST_TABLES = 20;
/** People of one table. */
export const MOST_GUESTS = 100;

interface Hidden {
  table: string;
  guests: number[];
}

function isHidden(value: unknown): value is Hidden {
  const { table, guests } = (value ?? {}) as Partial<Hidden>;
  return (
    typeof table === 'string' && Array.isArray(guests) && guests.length <= MOST_GUESTS && guests.every(Number.isInteger)
  );
}

function read(): Hidden[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isHidden).slice(0, MOST_TABLES) : [];
  } catch {
    return [];
  }
}

export class HiddenGuests {
  readonly #table: string;
  #guests = $state.raw<ReadonlySet<number>>(new Set());

  constructor(table: string) {
    this.#table = table;
    this.#guests = new Set(read().find((hidden) => hidden.table === table)?.guests);
  }

  has(guest: number): boolean {
    return this.#guests.has(guest);
  }

  /** Hides somebody, or shows what they say again. */
  set(guest: number, hide: boolean): void {
    const guests = [...this.#guests].filter((other) => other !== guest);
    if (hide) guests.push(guest);
    this.#guests = new Set(guests.slice(-MOST_GUESTS));
    const rest = read().filter(({ table }) => table !== this.#table);
    const own: Hidden[] = this.#guests.size > 0 ? [{ table: this.#table, guests: [...this.#guests] }] : [];
    try {
      localStorage.setItem(STORE, JSON.stringify([...own, ...rest].slice(0, MOST_TABLES)));
    } catch {
      // A browser that keeps nothing hides all the same, until the page is closed.
    }
  }

  /** What is shown of what happened: talk and reactions of who is hidden become nothing. */
  without(events: TableEvent[]): TableEvent[] {
    if (this.#guests.size === 0) return events;
    return events.map((event) =>
      (event.what === 'said' || event.what === 'reacted') && event.by !== undefined && this.has(event.by)
        ? { version: event.version, at: event.at, what: 'hidden' }
        : event,
    );
  }
}
