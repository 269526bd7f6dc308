// The tickets in a hand, and whether each leads anywhere now: pure functions.
import type { About, Action, GameFace, Purse, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { purseOf } from '../state/seats';
import { normalTickets } from './words';

export interface HandTicket {
  ticket: Ticket;
  /** How many there are; none is told where they are not counted. */
  count: number | null;
  usable: boolean;
  /** Whether a hunter has barred it for this turn. */
  barred?: boolean;
}

/** Whether it is the fugitive who decides. */
export function isFugitives(actions: Action[]): boolean {
  return actions.some((action) => action.kind === 'move' || action.kind === 'balloon');
}

function purseFor(about: About, game: GameFace, his: boolean, hunter: Hunter | null): Purse | null {
  if (his) return about.stock === 'supply' || about.stock === 'own' ? game.state.stock : null;
  return hunter === null ? null : (purseOf(about, game, hunter) ?? null);
}

export function handOf(about: About, game: GameFace, actions: Action[], hunter: Hunter | null): HandTicket[] {
  const usable = new Set<Ticket>();
  for (const action of actions) {
    if (action.kind !== 'move' && action.kind !== 'hunt') continue;
    if (action.kind === 'hunt' && hunter !== null && action.hunter !== hunter) continue;
    if (action.ticket) usable.add(action.ticket);
  }
  if (usable.size === 0) return [];
  const his = isFugitives(actions);
  const purse = purseFor(about, game, his, hunter);
  const bar = (ticket: Ticket) => (his && game.state.case?.ban === ticket ? { barred: true } : {});
  const tickets: HandTicket[] = normalTickets(about)
    .filter((ticket) => purse !== null || usable.has(ticket))
    .map((ticket) => ({ ticket, count: purse?.[ticket] ?? null, usable: usable.has(ticket), ...bar(ticket) }));
  const { black } = game.state;
  if (his && (black > 0 || usable.has('black'))) {
    tickets.push({ ticket: 'black', count: black, usable: usable.has('black') });
  }
  return tickets;
}
