// The board of a screen and its drawing: fetched, and asked for again until they are there.
import type { Board, Transport } from './board';
import type { Drawing } from './drawing';
import { loadBoard, loadDrawing } from './load';

/** After a failure it is tried again, in milliseconds. */
const AGAIN = 3000;

export class BoardSource {
  board = $state.raw<Board | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  /** Whether the board could not be fetched, so far. */
  failed = $state(false);

  /** To be made while a component is. */
  constructor(name: () => string, closed: () => readonly Transport[] = () => []) {
    // As text, so that a scene that says the same again fetches nothing.
    const closedNow = $derived(closed().join(' '));
    $effect(() => {
      const wanted = name();
      return fetched(
        () => loadBoard(wanted),
        (board) => ([this.board, this.failed] = [board, false]),
        () => (this.failed = true),
      );
    });
    $effect(() => {
      const [wanted, shut] = [name(), closedNow.split(' ').filter(Boolean) as Transport[]];
      return fetched(
        () => loadDrawing(wanted, shut),
        (drawing) => (this.drawing = drawing),
      );
    });
  }
}

/** Fetches until it is there; gives what calls it off. */
function fetched<T>(load: () => Promise<T>, take: (loaded: T) => void, failed?: () => void): () => void {
  let wanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = async (): Promise<void> => {
    try {
      const loaded = await load();
      if (wanted) take(loaded);
    } catch {
      if (!wanted) return;
      failed?.();
      timer = setTimeout(() => void attempt(), AGAIN);
    }
  };
  void attempt();
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}
