// The tokens that were spent, in words: for him, who is asked, and as a list for all. Pure functions.
import { inside, t } from '../i18n/index.svelte';
import type { About, Answer, GameFace, Token } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { hunterOfToken } from '../state/seats';
import { hunterName, ticketWord } from './words';

/** A token with its answer. */
export interface Spent {
  token: Token;
  answer: Answer;
}

/** What hunters did with a token, told to him. */
export function askedOfYou(about: About, { token, answer }: Spent): string {
  const who = hunterOfToken(about, token.token);
  const hunter = who === undefined ? '' : hunterName(about, who);
  switch (token.token) {
    case 'quarter':
      return t('since.quarter', { hunter, quarter: quarterOf(answer) });
    case 'symbol':
      return t(`since.symbol_${yesOrNo(answer)}`, { hunter, symbol: inside(t(`mark.${token.symbol}`)) });
    case 'ban':
      return t('since.ban', { hunter, ticket: ticketWord(about, token.ticket) });
    case 'trail':
      return t('since.trail', { hunter, station: trailOf(answer) });
    case 'block':
      return t('since.block', { hunter, station: token.at });
  }
}

/** What the hunters did with tokens since his last move, told to him in his turn. */
export function askedSince(about: About, { own, asked, state, turn }: GameFace): string[] {
  if (!own || turn !== 'fugitive') return [];
  return asked.filter((spent) => spent.after_slot === state.filled).map((spent) => askedOfYou(about, spent));
}

export interface AskedLine {
  /** After how many slots of the log. */
  after: number;
  who: Hunter | undefined;
  text: string;
}

/** All that was asked and answered so far, the last first. */
export function askedLines(about: About, asked: GameFace['asked']): AskedLine[] {
  return asked
    .map(({ after_slot: after, token, answer }) => ({
      after,
      who: hunterOfToken(about, token.token),
      text: shortly(about, { token, answer }, after),
    }))
    .reverse();
}

function shortly(about: About, { token, answer }: Spent, after: number): string {
  switch (token.token) {
    case 'quarter':
      return t('asked.quarter', { quarter: quarterOf(answer) });
    case 'symbol':
      return t(`asked.symbol_${yesOrNo(answer)}`, { symbol: inside(t(`mark.${token.symbol}`)) });
    case 'ban':
      return t('asked.ban', { ticket: ticketWord(about, token.ticket) });
    case 'trail':
      return t('asked.trail', { slot: after - 2, station: trailOf(answer) });
    case 'block':
      return t('asked.block', { station: token.at });
  }
}

function quarterOf(answer: Answer): string {
  return answer !== 'none' && 'quarter' in answer ? answer.quarter : '';
}

function yesOrNo(answer: Answer): 'yes' | 'no' {
  return answer !== 'none' && 'symbol' in answer && answer.symbol ? 'yes' : 'no';
}

function trailOf(answer: Answer): number | string {
  return answer !== 'none' && 'trail' in answer ? answer.trail : '';
}
