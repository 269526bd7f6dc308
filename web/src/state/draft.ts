// From what is legal to what is chosen: pure functions. A draft is a choice in the making; it is
// completed to one of the legal actions, never to anything else.
import type { Ability, Action, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';

/** What has been chosen so far. */
export interface Draft {
  /** The hunter that is to move. */
  hunter: Hunter | null;
  /** The station. */
  to: number | null;
  ticket: Ticket | null;
  double: boolean;
  crime: boolean;
  ability: Ability | null;
  show: boolean;
}

export const EMPTY: Draft = {
  hunter: null,
  to: null,
  ticket: null,
  double: false,
  crime: false,
  ability: null,
  show: false,
};

/** The station that an action leads to, if it leads to one. */
export function target(action: Action): number | null {
  switch (action.kind) {
    case 'place':
    case 'start':
    case 'land':
      return action.at;
    case 'move':
    case 'hunt':
      return action.to;
    default:
      return null;
  }
}

export function ticketOf(action: Action): Ticket | null {
  return action.kind === 'move' || action.kind === 'hunt' ? (action.ticket ?? null) : null;
}

function hunterOf(action: Action): Hunter | null {
  return action.kind === 'hunt' || action.kind === 'place' ? action.hunter : null;
}

function isDouble(action: Action): boolean {
  return action.kind === 'move' && action.double === true;
}

/** The actions on the board that fit the piece and the double so far. */
function fitting(actions: Action[], draft: Draft): Action[] {
  return actions.filter(
    (action) =>
      target(action) !== null &&
      (draft.hunter === null || hunterOf(action) === null || hunterOf(action) === draft.hunter) &&
      isDouble(action) === draft.double,
  );
}

/** The hunters that still have a choice. */
export function movable(actions: Action[]): Hunter[] {
  return [...new Set(actions.map(hunterOf).filter((hunter) => hunter !== null))];
}

/** The stations that may be chosen now, each with the tickets that lead there. */
export function targets(actions: Action[], draft: Draft): Map<number, Ticket[]> {
  const found = new Map<number, Ticket[]>();
  for (const action of fitting(actions, draft)) {
    const to = target(action) as number;
    const ticket = ticketOf(action);
    const tickets = found.get(to) ?? [];
    if (ticket !== null && !tickets.includes(ticket)) tickets.push(ticket);
    found.set(to, tickets);
  }
  return found;
}

/** What fits the draft's station and ticket: the rest is to be ticked or left. */
export function candidates(actions: Action[], draft: Draft): Action[] {
  if (draft.to === null) return [];
  return fitting(actions, draft).filter(
    (action) => target(action) === draft.to && (draft.ticket === null || ticketOf(action) === draft.ticket),
  );
}

/** What may be decided together with the move. */
export interface Extras {
  crime: boolean;
  abilities: Ability[];
  show: boolean;
}

/** @param draft what was decided so far: a use of a hide-out is offered if it goes with that */
export function extras(found: Action[], draft: Draft): Extras {
  const abilities = new Set<Ability>();
  let [crime, show] = [false, false];
  for (const action of found) {
    if (action.kind !== 'move' && action.kind !== 'land') continue;
    if (action.crime === true) crime = true;
    if (action.ability && (action.crime ?? false) === draft.crime) abilities.add(action.ability);
    if (action.kind === 'move' && action.show === true) show = true;
  }
  return { crime, abilities: [...abilities], show };
}

/** The legal action that the draft stands for, once it is complete. */
export function complete(actions: Action[], draft: Draft): Action | null {
  const found = candidates(actions, draft);
  const exact = found.filter((action) => {
    if (action.kind === 'move') {
      return (
        (action.crime ?? false) === draft.crime &&
        (action.ability ?? null) === draft.ability &&
        (action.show ?? false) === draft.show
      );
    }
    if (action.kind === 'land') {
      return (action.crime ?? false) === draft.crime && (action.ability ?? null) === draft.ability;
    }
    return true;
  });
  const [only, another] = exact;
  if (only === undefined) return null;
  if (another !== undefined && ticketOf(another) !== ticketOf(only)) return null;
  return only;
}

/** Whether a double can be declared. */
export function mayDouble(actions: Action[]): boolean {
  return actions.some(isDouble);
}

/** The draft with a change; what does not go with it any more is left. */
export function changed(actions: Action[], before: Draft, change: Partial<Draft>): Draft {
  const draft = { ...before, ...change };
  if (draft.crime && !extras(candidates(actions, draft), draft).crime) draft.crime = false;
  const { abilities } = extras(candidates(actions, draft), draft);
  if (draft.ability !== null && !abilities.includes(draft.ability)) draft.ability = null;
  return draft;
}

/** The ticket that a move is played with if nobody wants another: the only one, or the only one that is not black. */
function proposed(tickets: Ticket[]): Ticket | null {
  const plain = tickets.filter((ticket) => ticket !== 'black');
  const [only, another] = plain.length > 0 ? plain : tickets;
  return another === undefined ? (only ?? null) : null;
}

/** Puts a station into the draft, with the ticket that is proposed. A crime that is possible there is
 * committed unless it is declined: to miss it by a second tap could cost the game. */
export function choose(actions: Action[], draft: Draft, to: number, preferred: Ticket | null): Draft {
  const tickets = targets(actions, draft).get(to) ?? [];
  const wanted = preferred !== null && tickets.includes(preferred) ? preferred : null;
  const ticket = wanted ?? proposed(tickets);
  const chosen = { ...draft, to, ticket, crime: false, ability: null, show: false };
  return { ...chosen, crime: extras(candidates(actions, chosen), chosen).crime };
}

/** Whether a draft that was begun still makes sense with what is legal now. */
export function survives(actions: Action[], draft: Draft): boolean {
  if (draft.to !== null) return candidates(actions, draft).length > 0;
  if (draft.hunter !== null) return movable(actions).includes(draft.hunter);
  return !draft.double || mayDouble(actions);
}
