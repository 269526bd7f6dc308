// What one is choosing: the draft of a decision, and the ticket that filters it.
import { untrack } from 'svelte';

import type { Action, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { candidates, changed, complete, type Draft, EMPTY, extras, mayDouble, movable, targets } from '../state/draft';
import { isPlain, offered, pick, pressTicket, settled } from '../state/pick';
import type { Taps } from '../state/preferences.svelte';

export class Selection {
  draft = $state.raw<Draft>(EMPTY);
  filter = $state<Ticket | null>(null);
  readonly #own: () => Action[];
  readonly #open = $derived.by(() => offered(this.#own(), this.filter));
  /** The hunters that can be moved. */
  readonly movers = $derived.by(() => movable(this.#own()));
  /** The stations that can be chosen, each with the tickets that lead there. */
  readonly lit = $derived(targets(this.#open, this.draft));
  readonly #found = $derived(candidates(this.#open, this.draft));
  readonly extras = $derived(extras(this.#found, this.draft));
  /** The decision that the draft stands for, once it is complete. */
  readonly ready = $derived(complete(this.#open, this.draft));
  /** That decision, or one that it may become. */
  readonly likely = $derived(this.ready ?? this.#found[0]);
  readonly mayDouble = $derived.by(() => mayDouble(this.#own()));
  /** The tickets among which one is still to be chosen. */
  readonly tickets = $derived.by((): Ticket[] => {
    const { to, ticket } = this.draft;
    const fitting = to === null || ticket !== null ? [] : (this.lit.get(to) ?? []);
    return fitting.length > 1 ? fitting : [];
  });
  /** The tickets that lead to the chosen station, where one of them is proposed and the other is black. */
  readonly pair = $derived.by((): Ticket[] => {
    const { to, ticket } = this.draft;
    const fitting = to === null || ticket === null ? [] : (this.lit.get(to) ?? []);
    return fitting.length === 2 && fitting.includes('black') ? fitting : [];
  });

  /** To be made while a component is.
   * @param own what one may decide now */
  constructor(own: () => Action[]) {
    this.#own = own;
    $effect(() => {
      const now = own();
      untrack(() => this.#take(settled(now, this)));
    });
  }

  /** Picks a station. Returns a decision if that makes one, and whether the station meant anything.
   * @param taps when a decision is sent */
  pick(
    station: number,
    standing: Hunter | undefined,
    taps: (action: Action) => Taps,
  ): { meant: boolean; send?: Action } {
    const picked = pick(this.#own(), this, station, standing, taps);
    if (picked === null) return { meant: false };
    if ('send' in picked) return { meant: true, send: picked.send };
    this.draft = picked.draft;
    return { meant: true };
  }

  /** Chooses the ticket for a station that was picked. Returns the decision if that makes one at once. */
  chooseTicket(ticket: Ticket, taps: (action: Action) => Taps): Action | null {
    this.change({ ticket });
    const { ready } = this;
    return ready !== null && taps(ready) === 'first' && isPlain(this.#open, this.draft) ? ready : null;
  }

  pressTicket(ticket: Ticket | null): void {
    this.#take(pressTicket(this.#own(), this, ticket));
  }

  change(change: Partial<Draft>): void {
    this.draft = changed(this.#open, this.draft, change);
  }

  select(hunter: Hunter): void {
    this.draft = { ...EMPTY, hunter };
  }

  /** Takes the station back, with all that goes with it. */
  back(): void {
    this.change({ to: null, ticket: null, crime: false, ability: null, show: false });
  }

  clear(): void {
    [this.draft, this.filter] = [EMPTY, null];
  }

  #take({ draft, filter }: { draft: Draft; filter: Ticket | null }): void {
    // What stays the same is not set: whoever looks at it is not told again.
    if (draft !== this.draft) this.draft = draft;
    this.filter = filter;
  }
}
