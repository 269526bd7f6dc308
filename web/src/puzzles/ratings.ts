// How hard puzzles are by the tries of people at a server. Where there is none, or it cannot be reached, their first ratings hold.
import { isStatic } from '../local/tables';
import { puzzleRatings, tellTry } from '../protocol/http';
import { type Listed, withRatings } from './puzzle';

/** So long nobody waits for it who wants a puzzle, in milliseconds. */
const PATIENCE = 1500;

/** What somebody's rating is before the first puzzle. */
const UNRATED = '1500 350';

/** The puzzles with the ratings of the server. */
export async function rated(list: Listed[]): Promise<Listed[]> {
  if (isStatic()) return list;
  const late = new Promise<[]>((done) => setTimeout(() => done([]), PATIENCE));
  return withRatings(list, await Promise.race([puzzleRatings(), late]).catch(() => []));
}

/** Tells of a first try, with how good one was before it, and notes how hard the puzzle is then. A server that does not hear of
 * it misses little. */
export async function tellFirstTry(list: Listed[], id: string, rating: string, solved: boolean): Promise<void> {
  if (isStatic()) return;
  const face = await tellTry(id, { rating: rating || UNRATED, solved }).catch(() => null);
  if (face !== null) list.splice(0, list.length, ...withRatings(list, [face]));
}
