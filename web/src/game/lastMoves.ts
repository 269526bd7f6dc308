// What events and log say of the pieces' ways: bookkeeping, no rules.
import type { Transport } from '../board/board';
import type { LastMove } from '../board/types';
import type { FugitiveEvent, LogSlot, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';

const ANY: readonly Transport[] = ['taxi', 'bus', 'underground', 'ferry'];
const LAND: readonly Transport[] = ['taxi', 'bus', 'underground'];

/** By what a ticket may have led. */
export function transportsOf(ticket: Ticket | null, hunter: boolean): readonly Transport[] {
  if (ticket === null) return hunter ? LAND : ANY;
  return ticket === 'black' ? ANY : [ticket];
}

/** By what the fugitive went in a slot of his log: a balloon takes no line. */
export function transportsOfSlot(slot: LogSlot | undefined): readonly Transport[] {
  return slot?.balloon ? [] : transportsOf(slot?.ticket ?? null, false);
}

/** The last move of each hunter. */
export function hunterMoves(events: FugitiveEvent[]): Map<Hunter, LastMove> {
  const at = new Map<Hunter, number>();
  const found = new Map<Hunter, LastMove>();
  for (const event of events) {
    if (event.event === 'set_up') {
      for (const { hunter, station } of event.state.hunters) if (station !== null) at.set(hunter, station);
    } else if (event.event === 'placed') {
      at.set(event.hunter, event.at);
    } else if (event.event === 'hunted') {
      const from = at.get(event.hunter);
      if (from !== undefined) found.set(event.hunter, { from, via: transportsOf(event.ticket, true) });
      at.set(event.hunter, event.to);
    }
  }
  return found;
}

/** The last move of the fugitive, where it is known.
 * @param start where he began
 * @param route the station of each slot of the log, as far as it is known */
export function fugitiveMove(
  start: number | null,
  route: readonly (number | null)[],
  log: readonly LogSlot[],
): LastMove | undefined {
  const last = log.length - 1;
  const from = last === 0 ? start : (route[last - 1] ?? null);
  if (last < 0 || from === null || (route[last] ?? null) === null) return undefined;
  return { from, via: transportsOfSlot(log[last]) };
}
