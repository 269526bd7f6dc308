// What becomes of a draft when somebody picks a station, or when what is legal has changed: pure
// functions.
import type { Action, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import {
  candidates,
  changed,
  choose,
  complete,
  type Draft,
  EMPTY,
  extras,
  movable,
  survives,
  targets,
  ticketOf,
} from './draft';
import type { Taps } from './preferences.svelte';

/** What is being chosen. */
export interface Chosen {
  draft: Draft;
  /** Only moves with this ticket are offered. */
  filter: Ticket | null;
}

/** The decisions that pass the filter; those without a ticket always do. */
export function offered(actions: Action[], filter: Ticket | null): Action[] {
  if (filter === null) return actions;
  return actions.filter((action) => ticketOf(action) === filter || ticketOf(action) === null);
}

/** Whether nothing more can be decided together with a move. */
export function isPlain(actions: Action[], draft: Draft): boolean {
  const { crime, abilities, show } = extras(candidates(actions, draft), draft);
  return !crime && abilities.length === 0 && !show;
}

/** A picked station: a new draft, or a decision to be sent, or neither if it means nothing.
 * @param standing who stands at the station
 * @param taps when a decision is sent */
export function pick(
  actions: Action[],
  { draft, filter }: Chosen,
  station: number,
  standing: Hunter | undefined,
  taps: (action: Action) => Taps,
): { draft: Draft } | { send: Action } | null {
  const open = offered(actions, filter);
  if (targets(open, draft).has(station)) {
    const before = complete(open, draft);
    if (draft.to === station && before !== null) return taps(before) === 'ask' ? { draft } : { send: before };
    const chosen = choose(open, draft, station, filter);
    const whole = complete(open, chosen);
    const asks = filter === null && (targets(open, draft).get(station)?.length ?? 0) > 1;
    const plays = whole !== null && !asks && taps(whole) === 'first' && isPlain(open, chosen);
    return plays ? { send: whole } : { draft: chosen };
  }
  const movers = movable(actions);
  if (standing !== undefined && movers.includes(standing)) return { draft: { ...EMPTY, hunter: standing } };
  const [other, another] = movers.filter((hunter) => targets(open, { ...EMPTY, hunter }).has(station));
  if (other === undefined || another !== undefined) return null;
  return { draft: choose(open, { ...EMPTY, hunter: other }, station, filter) };
}

/** A ticket of the hand was pressed: it pays for what was chosen if it can, or it is the filter. */
export function pressTicket(actions: Action[], { draft, filter }: Chosen, ticket: Ticket | null): Chosen {
  const tickets = draft.to === null ? [] : (targets(offered(actions, filter), draft).get(draft.to) ?? []);
  if (ticket !== null && ticket !== draft.ticket && tickets.includes(ticket)) {
    return { draft: changed(offered(actions, filter), draft, { ticket }), filter };
  }
  const freed = draft.to === null ? draft : { ...draft, to: null, ticket: null };
  // A ticket that leads to one station only chooses it.
  const open = offered(actions, ticket);
  const [only, another] = [...targets(open, freed)].filter(
    ([, fitting]) => ticket !== null && fitting.includes(ticket),
  );
  if (only === undefined || another !== undefined) return { draft: freed, filter: ticket };
  return { draft: choose(open, freed, only[0], ticket), filter: ticket };
}

/** What is left of a choice when other decisions are legal: the first piece that can move is selected. */
export function settled(actions: Action[], { draft, filter }: Chosen): Chosen {
  const kept = survives(actions, draft) ? draft : EMPTY;
  const [first] = movable(actions);
  return {
    draft: kept.hunter === null && first !== undefined ? { ...EMPTY, hunter: first } : kept,
    filter: actions.some((action) => ticketOf(action) === filter) ? filter : null,
  };
}
