// The pieces and marks of a position, in a game that is played and in one that is played back: pure
// functions.
import type { LastMove, Mark, Piece } from '../board/types';
import { t } from '../i18n/index.svelte';
import type { About, FugitiveEvent, GameFace, LogSlot } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { hunterMoves } from './lastMoves';
import { fugitiveName, hunterName, look } from './words';

type State = GameFace['state'];

/** The slot where he was seen last. */
export function lastSeenSlot(log: readonly LogSlot[]): LogSlot | null {
  return log.findLast(({ at }) => at !== null) ?? null;
}

/** Where he was seen last. */
export function lastSeen(log: readonly LogSlot[]): number | null {
  return lastSeenSlot(log)?.at ?? null;
}

/** Whose hands are on which hunters. */
export interface Hands {
  own: readonly Hunter[];
  /** Those that can be moved now. */
  movers: readonly Hunter[];
  selected: Hunter | null;
}

const NO_HANDS: Hands = { own: [], movers: [], selected: null };

/** The hunters. */
export function hunterPieces(
  about: About,
  { hunters }: State,
  events: FugitiveEvent[],
  { own, movers, selected } = NO_HANDS,
): Piece[] {
  const moves = hunterMoves(events);
  return hunters.flatMap(({ hunter, station, moved }): Piece[] => {
    if (station === null) return [];
    const lastMove = moves.get(hunter);
    return [
      {
        id: hunter,
        look: look(about, hunter),
        station,
        label: hunterName(about, hunter),
        own: own.includes(hunter),
        ready: movers.includes(hunter) && !moved,
        selected: selected === hunter,
        traced: true,
        ...(lastMove ? { lastMove } : {}),
      },
    ];
  });
}

/** The fugitive, where his station is known. */
export function fugitivePiece(about: About, station: number, lastMove: LastMove | undefined, own = false): Piece {
  return {
    id: 'fugitive',
    look: { figure: 'fugitive', colour: 5 },
    station,
    label: fugitiveName(about),
    own,
    ...(lastMove ? { lastMove } : {}),
  };
}

export function roadblocks(state: State): Mark[] {
  return (state.case?.roadblocks ?? []).map((station) => ({
    station,
    kind: 'roadblock',
    label: t('board.roadblock', { station }),
  }));
}

export function crimeMark(station: number, done: boolean): Mark {
  return { station, kind: done ? 'crime-done' : 'crime', label: t('mark.crime') };
}
