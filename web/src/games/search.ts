// Finding games again: pure, but for the words that a game is known by.
import { type GameNote, type Result, resultOf } from '../state/gameNote';

export interface Wanted {
  /** Words that all stand in what is said of a game. */
  words: string;
  edition: string;
  result: Result | '';
  /** A day as `2026-11-17`: only games from then on. */
  since: string;
}

export const ANY: Wanted = { words: '', edition: '', result: '', since: '' };

/** Without capitals and accents, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/** The games that are wanted; `said` is all that is said of one. */
export function found(notes: GameNote[], wanted: Wanted, said: (note: GameNote) => string): GameNote[] {
  const words = plain(wanted.words).split(/\s+/).filter(Boolean);
  const since = wanted.since === '' ? 0 : new Date(`${wanted.since}T00:00`).getTime();
  return notes.filter((note) => {
    if (wanted.edition !== '' && note.edition !== wanted.edition) return false;
    if (wanted.result !== '' && resultOf(note) !== wanted.result) return false;
    if (note.at < since) return false;
    const text = words.length > 0 ? plain(said(note)) : '';
    return words.every((word) => text.includes(word));
  });
}
