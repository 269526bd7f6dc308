// What the module that reviews games answers, as `crates/review` writes it.
import type { Action, Outcome, Side, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';

export type Class = 'conceded' | 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export type Reason =
  | { reason: 'net'; turns: number }
  | { reason: 'netted'; turns: number }
  | { reason: 'catch'; chance: number; instead: number }
  | { reason: 'ways_out'; stations: number; instead: number; by?: Ticket }
  | { reason: 'distance'; moves: number; instead: number }
  | { reason: 'scarce_ticket'; ticket: Ticket; left: number }
  | { reason: 'threat'; hunters: number; instead: number }
  | { reason: 'near'; hunters: number; instead: number }
  | { reason: 'gave_away'; stations: number; instead: number }
  | { reason: 'exits'; stations: number; instead: number }
  | { reason: 'ahead'; stations: number; instead: number }
  | { reason: 'reach'; stations: number; instead: number }
  | { reason: 'black_spent'; more: number }
  | { reason: 'double_spent' }
  | { reason: 'black_kept' }
  | { reason: 'double_kept' }
  | { reason: 'reveal_next'; moves: number }
  | { reason: 'deeper' };

export type Note =
  | { note: 'black_wasted'; more: number }
  | { note: 'double_wasted' }
  | { note: 'needless_risk'; hunters: number; chance: number }
  | { note: 'gave_away'; stations: number; instead: number };

export interface Better {
  action: Action;
  reasons: Reason[];
  certainty: 'proven' | 'likely';
}

export interface Judgement {
  class: Class;
  /** Of a game, from 0 to 1. */
  cost: number;
  noise: number;
  accuracy: number;
  /** How much there was to decide. */
  stake: number;
  choices: number;
  better?: Better;
  notes?: Note[];
}

export interface Chance {
  judged: number;
  known: number;
}

export interface Decision {
  /** Which step of the game. */
  play: number;
  round: number;
  side: Side;
  hunter?: Hunter;
  action: Action;
  chance?: Chance;
  possible: number;
  judgement: Judgement;
  luck?: number;
  skill: number;
}

export interface Accuracy {
  accuracy: number | null;
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  cost: number;
}

export interface Account {
  start: number;
  fugitive: number;
  hunters: number;
  luck: number;
  result: number;
}

/** What a move of the fugitive told. */
export interface ToldTicket {
  round: number;
  slot: number;
  ticket?: Ticket;
  at?: number;
  before: number;
  after: number;
  expected: number;
  luck: number;
}

export interface Report {
  edition: string;
  detectives: number;
  outcome: Outcome;
  account: Account;
  decisions: Decision[];
  rounds: { round: number; possible: number; chance: Chance }[];
  tickets: ToldTicket[];
  accuracy: { fugitive: Accuracy; hunters: Accuracy; pieces: { hunter: Hunter; accuracy: Accuracy }[] };
  swings: ({ mistake: number } | { luck: number })[];
}

/** What a decision in place of another would have been worth. */
export interface Tried {
  right: boolean;
  judgement: Judgement;
}

/** What could be decided now. */
export interface Hint {
  action: Action;
  reasons: Reason[];
  certainty: Better['certainty'];
}

/** The least that a decision weighs, as in `crates/review`. */
const LEAST_STAKE = 0.005;

/** How well somebody decided, from the decisions that were theirs: as the review does it for a piece. */
export function accuracyOf(decisions: readonly Pick<Decision, 'judgement'>[]): number | null {
  const chosen = decisions
    .map(({ judgement }) => judgement)
    .filter((one) => one.class !== 'forced' && one.class !== 'conceded');
  const weight = ({ stake, cost }: Judgement): number => Math.max(stake, cost, LEAST_STAKE);
  const weights = chosen.reduce((sum, one) => sum + weight(one), 0);
  return weights > 0 ? chosen.reduce((sum, one) => sum + weight(one) * one.accuracy, 0) / weights : null;
}

/** Marked as a mistake: one, or worse. */
export function isMistake({ judgement }: Pick<Decision, 'judgement'>): boolean {
  return judgement.class === 'mistake' || judgement.class === 'blunder';
}
