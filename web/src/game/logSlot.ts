// A slot of the log, made by hand.
import type { LogSlot, Ticket } from '../protocol/messages';

/** A slot as the most have it: one plain move, unseen. */
export function logSlot(number: number, ticket: Ticket | null, change: Partial<LogSlot> = {}): LogSlot {
  return {
    round: number,
    slot: number,
    ticket,
    balloon: false,
    leg: 'single',
    at: null,
    crime: false,
    ability: null,
    show: false,
    ...change,
  };
}
