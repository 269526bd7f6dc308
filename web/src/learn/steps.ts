// The first walk through London: one thought a step, each on the real board.
import type { Board, Transport } from '../board/board';
import type { LongKey } from '../i18n/long.svelte';
import { logSlot } from '../game/logSlot';
import type { LogSlot } from '../protocol/messages';

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

const SEEN = 114;

export function steps(board: Board): LearnStep[] {
  const by = (from: number, transport: Transport) =>
    board
      .connections(from)
      .filter((line) => line.transport === transport)
      .map((line) => line.to);
  const all = (from: number) => [...new Set(board.connections(from).map((line) => line.to))];
  const early = [logSlot(1, 'taxi'), logSlot(2, 'bus')];
  const seen = [...early, logSlot(3, 'taxi', { at: SEEN })];
  const gone = [...seen, logSlot(4, 'taxi')];
  const doubled = [...gone, logSlot(5, 'bus', { leg: 'first' }), logSlot(6, 'taxi', { leg: 'second' })];
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
      log: [...doubled, logSlot(7, 'bus'), logSlot(8, 'taxi', { at: 115 }), logSlot(9, 'black')],
      possible: all(115),
      show: [...all(115), 115],
    },
    {
      text: 'learn.catch',
      red: 117,
      fugitive: 108,
      choose: [108],
      via: 'taxi',
      log: [...doubled, logSlot(7, 'bus'), logSlot(8, 'black', { at: 108 })],
      show: [117, 108],
    },
    { text: 'learn.caught', red: 108 },
  ];
}
