// What page and Worker say to each other. Of a table the page hears what a server would tell it, and nothing else.
import type { BroughtGame, NewTable } from '../protocol/messages';

/** The version of the module's calls that this page knows. */
export const INTERFACE = 3;

/** Why something was not done, as a server would say it. */
export interface Refused {
  code: string;
  text: string;
}

/** What is said of a game that is brought to a server, beside its record, which the page does not know. */
export type HowBrought = Omit<BroughtGame, 'record'>;

export type ToWorker =
  /** The first one: where the module and its weights are, how fast bots answer, if not as usual, and how many
   * Workers may help to think. */
  | { ask: 'begin'; module: string; weights: string; pace: number | null; helpers: number }
  | { ask: 'make'; number: number; wanted: NewTable }
  /** Makes a table of a game that was played elsewhere, and goes on here. */
  | { ask: 'adopt'; number: number; game: BroughtGame }
  /** A request as over HTTP. */
  | { ask: 'request'; number: number; path: string; body: string | null }
  /** Brings the present game of a table to the server of this page, which makes a table of it. */
  | { ask: 'bring'; number: number; table: string; how: HowBrought }
  | { ask: 'connect'; client: number; table: string }
  | { ask: 'say'; client: number; text: string }
  | { ask: 'leave'; client: number }
  | { ask: 'forget'; number: number; table: string }
  | { ask: 'ping' };

export type ToPage =
  | { tell: 'ready' }
  /** The module cannot be used: not to be had, of another version, or it has failed. */
  | { tell: 'failed'; why: string }
  | { tell: 'answer'; number: number; table?: string; body?: string; refused?: Refused }
  | { tell: 'opened'; client: number }
  | { tell: 'heard'; client: number; text: string }
  /** The table is closed here: another tab has taken it, or what is kept of it cannot be read now. */
  | { tell: 'lost'; client: number; taken: boolean }
  | { tell: 'pong' };

/** What one of several searches for one decision has found. */
export interface Found {
  version: number;
  nodes: number;
  edges: [action: string, visits: number, reward: number][];
}

/** What is said to those who help to think. They hold secrets, as the Worker does that started them. */
export type ToThinker =
  | { ask: 'begin'; compiled: WebAssembly.Module; weights: ArrayBuffer }
  | { ask: 'help'; table: string; entries: string[]; stream: number }
  | { ask: 'stop' };

export interface FromThinker {
  table: string;
  stream: number;
  found: Found;
}
