// A slot of the log, made by hand, and the signs on it.
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

/** The signs on a slot: a crime, and what a hide-out was used for. */
export const LOG_SIGNS = { crime: '★', lie_low: '…', take_black: '+■', take_double: '+2' } as const;
