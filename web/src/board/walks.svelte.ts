// Pieces that walk from one station to another, along the line that they took.
import { mayMove } from '../state/preferences.svelte';
import type { Board, Point } from './board';
import { type Drawing, linePath } from './drawing';
import type { Piece } from './types';

/** How long a way takes, in milliseconds, by its length on the board. */
function duration(length: number): number {
  return Math.min(1100, 420 + length * 1.6);
}

/** Slow at both ends. */
function eased(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
}

export class Walks {
  /** Where the pieces are that are on their way. */
  at = $state.raw<ReadonlyMap<string, Point>>(new Map());
  readonly #stations = new Map<string, number>();
  readonly #frames = new Map<string, number>();

  /** Takes the pieces as they stand now: those that stood elsewhere begin to walk. */
  follow(pieces: readonly Piece[], board: Board, drawing: Drawing | null): void {
    for (const piece of pieces) {
      const last = this.#stations.get(piece.id);
      this.#stations.set(piece.id, piece.station);
      if (last !== undefined && last !== piece.station) this.#walk(piece, last, board, drawing);
    }
    for (const id of [...this.#stations.keys()]) {
      if (!pieces.some((piece) => piece.id === id)) this.#stations.delete(id);
    }
  }

  stop(): void {
    for (const frame of this.#frames.values()) cancelAnimationFrame(frame);
  }

  #walk(piece: Piece, from: number, board: Board, drawing: Drawing | null): void {
    cancelAnimationFrame(this.#frames.get(piece.id) ?? 0);
    if (!mayMove()) {
      this.#put(piece.id, null);
      return;
    }
    const via = piece.lastMove?.from === from ? piece.lastMove.via : [];
    const line = linePath(drawing?.ground ?? null, from, piece.station, via);
    const [start, end] = [board.at(from), board.at(piece.station)];
    const length = line?.path.getTotalLength() ?? Math.hypot(end.x - start.x, end.y - start.y);
    const point = (part: number): Point =>
      line
        ? line.path.getPointAtLength(length * (line.reversed ? 1 - part : part))
        : { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
    const begun = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / duration(length)));
      const { x, y } = point(eased(part));
      this.#put(piece.id, part < 1 ? { x, y } : null);
      if (part < 1) this.#frames.set(piece.id, requestAnimationFrame(step));
      else this.#frames.delete(piece.id);
    };
    step(begun);
  }

  /** Where a piece is on its way, or that it has arrived. */
  #put(id: string, at: Point | null): void {
    const next = new Map(this.at);
    if (at === null) next.delete(id);
    else next.set(id, at);
    this.at = next;
  }
}
