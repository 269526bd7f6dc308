// What the events say of the pieces' ways: bookkeeping, no rules.
import type { Transport } from '../board/geometry';
import type { FugitiveEvent, Ticket } from '../protocol/types';

export interface Trace {
  from: number;
  via: readonly Transport[];
}

const ANY: readonly Transport[] = ['taxi', 'bus', 'underground', 'ferry'];
const LAND: readonly Transport[] = ['taxi', 'bus', 'underground'];

export function transportsOf(ticket: Ticket | null, hunter: boolean): readonly Transport[] {
  if (ticket === null) return hunter ? LAND : ANY;
  return ticket === 'black' ? ANY : [ticket];
}

/** The last move of each hunter. */
export function traces(events: FugitiveEvent[]): Map<string, Trace> {
  const at = new Map<string, number>();
  const found = new Map<string, Trace>();
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
