// Boards and their drawings, from the server.
import { getJson, request } from '../protocol/http';
import { Board, type BoardFile } from './board';
import { type Drawing, splitDrawing } from './drawing';

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

/** The drawing of a board as the server sends it. */
export async function loadDrawingText(name: string, night: boolean): Promise<string> {
  const response = await request(`/api/boards/${name}.svg?theme=${night ? 'night' : 'day'}`);
  return response.text();
}

export async function loadDrawing(name: string, night: boolean): Promise<Drawing> {
  return splitDrawing(await loadDrawingText(name, night));
}
