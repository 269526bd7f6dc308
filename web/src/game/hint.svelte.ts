// A hint: it is found out in the page from what this side was told, counted by the table, and then shown.
import { Coach, hasCoach } from '../coach/coach';
import type { Hint as Found } from '../coach/report';
import { refusalWords } from '../i18n/refusal';
import { record, RequestError } from '../protocol/http';
import type { GameFace, Scene, You } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { guestOf } from '../state/seats';
import type { TableState } from '../state/table.svelte';
import { gameEvents } from './narrator';

/** So long the table may take to count it, or to tell what happened before, in milliseconds. */
const PATIENCE = 6000;

/** Whether hints may be taken: by who plays against bots alone, or where all who play agreed to it before the game. */
export function mayHint({ seats, game }: Pick<Scene, 'seats' | 'game'>, you: You | null): boolean {
  if (!hasCoach() || you === null || you.seats.length === 0) return false;
  if (game?.hints_agreed) return true;
  const hides = you.seats.includes('fugitive');
  return seats.every(({ seat, occupant }) => {
    const guest = guestOf(occupant);
    return guest === null || guest === undefined || (guest === you.guest && (seat === 'fugitive') === hides);
  });
}

/** How many hints somebody took. */
export function hintsOf({ hints }: Pick<GameFace, 'hints'>, guest: number | null | undefined): number {
  return hints?.find((one) => one.guest === guest)?.count ?? 0;
}

async function until(holds: () => boolean): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE;) {
    if (holds()) return true;
    await new Promise((later) => setTimeout(later, 40));
  }
  return holds();
}

export class Hint {
  readonly #table: TableState;
  #coach: Coach | undefined;
  busy = $state(false);
  wrong = $state('');
  /** What was found, and for which moment of the game. */
  #found = $state.raw<{ hint: Found; moment: string } | null>(null);

  /** To be made while a component is. */
  constructor(table: TableState) {
    this.#table = table;
    $effect(() => () => this.#coach?.close());
  }

  get #moment(): string {
    const game = this.#table.scene?.game;
    return `${game?.number} ${gameEvents(this.#table.events).length}`;
  }

  /** The hint, as long as nothing has happened since. */
  readonly shown = $derived.by((): Found | null => (this.#found?.moment === this.#moment ? this.#found.hint : null));

  close(): void {
    [this.#found, this.wrong] = [null, ''];
  }

  /** Asks for a hint, for these hunters if it is for hunters. */
  async ask(hunters: Hunter[]): Promise<void> {
    if (this.busy) return;
    [this.busy, this.wrong, this.#found] = [true, '', null];
    try {
      const moment = this.#moment;
      const hint = await this.#find(hunters);
      // For a moment that is past it is neither counted nor shown.
      if (moment !== this.#moment) throw new RequestError('stale', 'the game has moved on');
      await this.#count();
      this.#found = { hint, moment };
    } catch (error) {
      this.wrong = refusalWords(error);
    }
    this.busy = false;
  }

  /** Only what is counted is shown, and only what can be shown is counted. */
  async #count(): Promise<void> {
    const table = this.#table;
    const guest = table.you?.guest;
    const count = (): number => hintsOf(table.scene?.game ?? {}, guest);
    const before = count();
    table.do({ do: 'hint' });
    const counted = await until(() => count() > before || table.notice !== null);
    if (count() <= before)
      throw new RequestError(table.notice?.code ?? (counted ? 'not_now' : 'offline'), 'not counted');
  }

  async #find(hunters: Hunter[]): Promise<Found> {
    const table = this.#table;
    const { game, audience } = table.scene!;
    this.#coach ??= new Coach();
    const question = { call: 'hint', record: await record(table.table, game!.number) };
    if (audience !== 'fugitive') return this.#coach.ask<Found>({ ...question, pieces: hunters });
    const events = await this.#ownEvents();
    return this.#coach.ask<Found>({ ...question, events: JSON.stringify(events) });
  }

  /** All that his side saw of the game. */
  async #ownEvents(): Promise<unknown[]> {
    const table = this.#table;
    const events = () => gameEvents(table.events);
    while (events()[0]?.event !== 'set_up' && table.earlier) {
      const before = table.events.length;
      table.askEarlier();
      if (!(await until(() => table.events.length > before))) break;
    }
    return events();
  }
}
