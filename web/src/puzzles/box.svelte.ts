// The puzzles that come with the page: fetched with the module that knows them when somebody first asks for one, and kept while the
// page is open.
import { Coach } from '../coach/coach';
import { RequestError } from '../protocol/requestError';
import type { Listed } from './puzzle';
import { rated } from './ratings';

export interface PuzzleBox {
  coach: Coach;
  list: Listed[];
}

async function open(): Promise<PuzzleBox> {
  const coach = new Coach();
  try {
    const response = await fetch(__COACH__?.puzzles ?? '');
    if (__COACH__ === null || !response.ok) throw new RequestError('no_coach', 'this page has no puzzles');
    const list = await coach.tell<Listed[]>({ call: 'puzzles', text: await response.text() });
    return { coach, list: await rated(list) };
  } catch (error) {
    coach.close();
    throw error instanceof RequestError ? error : new RequestError('offline', 'the puzzles cannot be fetched');
  }
}

let current: Promise<PuzzleBox> | null = null;

export function puzzleBox(): Promise<PuzzleBox> {
  current ??= open().catch((error: unknown) => {
    current = null;
    throw error;
  });
  return current;
}
