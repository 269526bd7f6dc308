// The games of this browser. Several tabs may play at once, so each change is made to what is stored.
import { forgetTable } from '../local/office';
import { isLocal, strayTables } from '../local/tables';
import { RequestError, table as fetchTable } from '../protocol/http';
import type { Scene, You } from '../protocol/messages';
import { afterLook, afterLoss, type GameNote, isRunning, readNotes } from './gameNote';

const STORE = 'fogbound.games';

function stored(): GameNote[] {
  try {
    return readNotes(localStorage.getItem(STORE));
  } catch {
    return current;
  }
}

let current = $state.raw<GameNote[]>([]);
current = stored();
addEventListener('storage', ({ key }) => {
  if (key === STORE || key === null) current = stored();
});

function change(how: (notes: GameNote[]) => GameNote[]): void {
  const before = stored();
  const after = how(before);
  current = after;
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(after));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

/** All games, the newest first. */
export function games(): GameNote[] {
  return current;
}

/** Those that go on. */
export function runningGames(): GameNote[] {
  return current.filter(isRunning);
}

/** Notes how a table looks now. A table of this device that has fallen out of the notes is not kept for nobody. */
export function noteScene(scene: Scene, you: You | null): void {
  change((notes) => afterLook(notes, scene, you, Date.now()));
  const known = new Set([scene.table, ...current.map(({ table }) => table)]);
  for (const table of strayTables(known)) void forgetTable(table);
}

/** Notes that the server knows a table no more. */
export function noteLoss(table: string): void {
  change((notes) => afterLoss(notes, table));
}

/** Forgets games; of a table of this device nothing is kept then. */
export function forget(which: (note: GameNote) => boolean): void {
  const before = new Set(current.map(({ table }) => table));
  change((notes) => notes.filter((note) => !which(note)));
  for (const { table } of current) before.delete(table);
  for (const table of before) if (isLocal(table)) void forgetTable(table);
}

/** How many tables one look asks for, at most. */
export const MOST_ASKED = 20;

/** Asks the server how the tables of some games are, one after the other. */
export async function lookAt(notes: GameNote[]): Promise<void> {
  const tables = [...new Set(notes.filter(({ gone }) => !gone).map(({ table }) => table))];
  for (const id of tables.slice(0, MOST_ASKED)) {
    try {
      const { scene, you } = await fetchTable(id);
      noteScene(scene, you);
    } catch (error) {
      // Without the net, or when it was too much at once, nothing more is to be learnt now.
      if (!(error instanceof RequestError) || error.code !== 'no_table') return;
      noteLoss(id);
    }
  }
}
