// What the page and the Worker of the coach say to each other.
import type { Refused } from '../local/messages';

/** The version of the module's calls that this page knows. */
export const INTERFACE = 1;

export type Question = Record<string, unknown> & { call: string };

/** What the module answers. */
export interface CoachAnswer {
  interface?: number;
  progress?: [done: number, of: number];
  body?: string;
  refused?: Refused;
}

export type ToCoach =
  | { ask: 'begin'; module: string; weights: string }
  | { ask: 'call'; number: number; question: Question }
  /** Reviews a game step by step, and tells what is found on the way. */
  | { ask: 'review'; number: number; record: string };

export type FromCoach =
  | { tell: 'ready' }
  | { tell: 'failed'; why: string }
  | { tell: 'answer'; number: number; answer: CoachAnswer }
  /** How far a review is: the first time with the moments of the game, later with what is found. */
  | { tell: 'found'; done: number; of: number; moments?: string; report?: string };
