// The first walk through London: one thought a step, each on the real board.
import type { Board, Transport } from '../board/board';
import type { LongKey } from '../i18n/long.svelte';
import type { LogSlot, Ticket } from '../protocol/messages';

export interface LearnStep {
  text: LongKey;
  red?: number;
  blue?: number;
  fugitive?: number;
  ghost?: number;
  log?: LogSlot[];
  /** Lit: one of them is to be chosen. */
  choose?: number[];
  via?: Transport;
  /** All of them are to be found. */
  find?: number[];
  /** Marked. */
  possible?: number[];
  show?: number[];
}

function slot(number: number, ticket: Ticket, at: number | null = null, leg: LogSlot['leg'] = 'single'): LogSlot {
  return { round: number, slot: number, ticket, balloon: false, leg, at, crime: false, ability: null, show: false };
}

const SEEN = 114;

export function steps(board: Board): LearnStep[] {
  const by = (from: number, transport: Transport) =>
    board
      .connections(from)
      .filter((line) => line.transport === transport)
      .map((line) => line.to);
  const all = (from: number) => [...new Set(board.connections(from).map((line) => line.to))];
  const early = [slot(1, 'taxi'), slot(2, 'bus')];
  const seen = [...early, slot(3, 'taxi', SEEN)];
  const gone = [...seen, slot(4, 'taxi')];
  const doubled = [...gone, slot(5, 'bus', null, 'first'), slot(6, 'taxi', null, 'second')];
  return [
    { text: 'learn.welcome' },
    { text: 'learn.move', red: 86, choose: by(86, 'taxi'), via: 'taxi', show: [...by(86, 'taxi'), 86] },
    { text: 'learn.bus', red: 86, choose: by(86, 'bus'), via: 'bus', show: [...by(86, 'bus'), 86] },
    {
      text: 'learn.underground',
      red: 67,
      choose: by(67, 'underground'),
      via: 'underground',
      show: [...by(67, 'underground'), 67],
    },
    { text: 'learn.log', red: 67, blue: 115, log: early },
    { text: 'learn.reveal', red: 67, blue: 115, log: seen, fugitive: SEEN, show: [SEEN] },
    {
      text: 'learn.deduce',
      blue: 115,
      log: gone,
      ghost: SEEN,
      find: by(SEEN, 'taxi').filter((station) => station !== 115),
      show: [...by(SEEN, 'taxi'), SEEN],
    },
    { text: 'learn.double', blue: 102, red: 67, log: doubled },
    {
      text: 'learn.black',
      ghost: 115,
      log: [...doubled, slot(7, 'bus'), slot(8, 'taxi', 115), slot(9, 'black')],
      possible: all(115),
      show: [...all(115), 115],
    },
    {
      text: 'learn.catch',
      red: 117,
      fugitive: 108,
      choose: [108],
      via: 'taxi',
      log: [...doubled, slot(7, 'bus'), slot(8, 'black', 108)],
      show: [117, 108],
    },
    { text: 'learn.caught', red: 108 },
  ];
}
