// Boards and their drawings, from the server.
import { getJson, request } from '../protocol/http';
import { Board, type BoardFile, type Transport } from './board';
import { close, type Drawing, splitDrawing } from './drawing';

const boards = new Map<string, Promise<Board>>();

export function loadBoard(name: string): Promise<Board> {
  let board = boards.get(name);
  if (!board) {
    board = getJson<BoardFile>(`/api/boards/${name}`).then((file) => new Board(file));
    board.catch(() => boards.delete(name));
    boards.set(name, board);
  }
  return board;
}

const drawings = new Map<string, Promise<string>>();

/** The drawing by day and by night, as text: which of both, the page's own scheme decides. */
function drawingText(name: string): Promise<string> {
  let text = drawings.get(name);
  if (!text) {
    text = request(`/api/boards/${name}.svg?theme=variables`).then((response) => response.text());
    text.catch(() => drawings.delete(name));
    drawings.set(name, text);
  }
  return text;
}

/** @param closed the transports that nobody can take */
export async function loadDrawing(name: string, closed: readonly Transport[]): Promise<Drawing> {
  const drawing = splitDrawing(await drawingText(name));
  close(drawing, closed);
  return drawing;
}

/** The drawing with every colour written out, for a picture apart from the page. */
export async function loadPictureText(name: string, night: boolean): Promise<string> {
  const response = await request(`/api/boards/${name}.svg?theme=${night ? 'night' : 'day'}`);
  return response.text();
}

/** Fetches a board that will be wanted soon. */
export function preload(name: string): void {
  loadBoard(name).catch(() => undefined);
  drawingText(name).catch(() => undefined);
}
