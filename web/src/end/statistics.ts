// What a finished game tells: how small the set became, how near the hunters came.
import type { Board, Transport } from '../board/board';
import type { Replayed } from '../protocol/messages';

export interface Statistics {
  rounds: number;
  moves: number;
  /** The fewest stations where he could be in the hunters' turn, and in which round. */
  smallest: { size: number; round: number } | null;
  /** The fewest lines between him and a hunter while he was out of sight, and in which round. */
  nearest: { lines: number; round: number } | null;
}

export function statistics(board: Board, { frames, about }: Replayed): Statistics {
  // Of lines that no hunter may ride nothing is near.
  const closed: readonly Transport[] = [...about.closed, 'ferry'];
  let smallest: Statistics['smallest'] = null;
  let nearest: Statistics['nearest'] = null;
  for (const { state, possible, at } of frames) {
    if (state.phase === 'over' || state.filled === 0) continue;
    const round = state.round;
    if (state.shown === null && possible.length > 0 && (smallest === null || possible.length < smallest.size)) {
      smallest = { size: possible.length, round };
    }
    if (at === null || state.shown !== null) continue;
    const hunters = state.hunters.flatMap(({ station }) => (station === null ? [] : [station]));
    const lines = distance(board, closed, at, new Set(hunters));
    if (lines !== null && lines > 0 && (nearest === null || lines < nearest.lines)) nearest = { lines, round };
  }
  const last = frames.at(-1);
  return { rounds: last?.state.round ?? 0, moves: last?.state.filled ?? 0, smallest, nearest };
}

function distance(board: Board, closed: readonly Transport[], from: number, goals: Set<number>): number | null {
  let edge = [from];
  const seen = new Set(edge);
  for (let lines = 0; edge.length > 0 && lines < 12; lines += 1) {
    if (edge.some((station) => goals.has(station))) return lines;
    const next: number[] = [];
    for (const station of edge) {
      for (const { to, transport } of board.connections(station)) {
        if (closed.includes(transport) || seen.has(to)) continue;
        seen.add(to);
        next.push(to);
      }
    }
    edge = next;
  }
  return null;
}
