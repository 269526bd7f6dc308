// What a review found, in words.
import type { Better, Class, Decision, Hint, Note, Reason, ToldTicket } from '../coach/report';
import { actionWords } from '../game/actionWords';
import { fugitiveName, hunterName, ticketWord } from '../game/words';
import { ct, decimal, points, share } from '../i18n/coach.svelte';
import { t } from '../i18n/index.svelte';
import type { About, Action } from '../protocol/messages';

/** Who decides something, and what. */
export function decided(about: About, side: Decision['side'], action: Action): string {
  const text = actionWords(about, action);
  // Who is in the words of these.
  if (action.kind === 'place' || action.kind === 'token' || action.kind === 'concede') return text;
  if (action.kind === 'hunt') return t('named', { name: hunterName(about, action.hunter), text });
  return side === 'fugitive' ? t('named', { name: fugitiveName(about), text }) : text;
}

export function className(of: Class): string {
  return ct(`class.${of}`);
}

/** Why something else would have been better. */
export function reasonWords(about: About, reason: Reason): string {
  switch (reason.reason) {
    case 'net':
    case 'netted':
      return ct(`reason.${reason.reason}`, { n: reason.turns });
    case 'ahead':
      return ct('reason.ahead', { stations: decimal(reason.stations), instead: decimal(reason.instead) });
    case 'reach':
      return ct('reason.reach', { n: reason.stations, instead: reason.instead });
    case 'catch':
      return ct('reason.catch', { chance: share(reason.chance), instead: share(reason.instead) });
    case 'ways_out': {
      const n = reason.stations - reason.instead;
      return reason.by === undefined
        ? ct('reason.ways_out', { n })
        : ct('reason.ways_out_by', { n, ticket: ticketWord(about, reason.by) });
    }
    case 'distance':
      return ct('reason.distance', { moves: decimal(reason.moves), instead: decimal(reason.instead) });
    case 'scarce_ticket':
      return ct('reason.scarce_ticket', { n: reason.left - 1, ticket: ticketWord(about, reason.ticket) });
    case 'threat':
      return ct('reason.threat', { n: reason.hunters, instead: reason.instead });
    case 'near':
      return ct('reason.near', { n: reason.hunters, instead: reason.instead });
    case 'gave_away':
      return ct('reason.gave_away', { n: reason.stations, instead: reason.instead });
    case 'exits':
      return ct('reason.exits', { n: reason.stations, instead: reason.instead });
    case 'black_spent':
      return reason.more === 0 ? ct('reason.black_hides_nothing') : ct('reason.black_spent', { n: reason.more });
    case 'reveal_next':
      return reason.moves === 1 ? ct('reason.reveal_now') : ct('reason.reveal_next');
    default:
      return ct(`reason.${reason.reason}`);
  }
}

/** Why a hint is good, in one sentence. */
export function hintWords(about: About, { reasons, certainty }: Pick<Hint, 'reasons' | 'certainty'>): string {
  const [reason] = reasons;
  if (reason?.reason === 'net') return ct('hint.net', { n: reason.turns });
  if (reason?.reason === 'netted') return ct('hint.netted');
  if (certainty === 'proven') return ct('hint.surely');
  switch (reason?.reason) {
    case 'ahead':
      return ct('hint.ahead', { stations: decimal(reason.instead) });
    case 'reach':
      return ct('hint.reach', { n: reason.instead });
    case 'catch':
      return ct('hint.catch', { chance: share(reason.instead) });
    case 'ways_out':
      return ct('hint.ways_out', { n: reason.stations - reason.instead });
    case 'distance':
      return ct('hint.distance', { moves: decimal(reason.instead) });
    case 'scarce_ticket':
      return ct('hint.scarce_ticket', { ticket: ticketWord(about, reason.ticket) });
    case 'threat':
      return reason.instead === 0 ? ct('hint.safe') : ct('hint.threat', { n: reason.instead });
    case 'near':
      return ct('hint.near', { n: reason.instead });
    case 'gave_away':
      return ct('hint.gave_away', { n: reason.instead });
    case 'exits':
      return ct('hint.exits', { n: reason.instead });
    case 'reveal_next':
      return reason.moves === 1 ? ct('reason.reveal_now') : ct('reason.reveal_next');
    case 'black_spent':
    case 'double_spent':
    case 'black_kept':
    case 'double_kept':
      return ct(`hint.${reason.reason}`);
    default:
      return ct('hint.deeper');
  }
}

/** What would have been better, and why. */
export function betterWords(about: About, { action, certainty, reasons }: Better): string {
  const better = `${ct(certainty === 'proven' ? 'review.surely' : 'review.likely')} ${actionWords(about, action)}.`;
  return [better, ...reasons.map((reason) => reasonWords(about, reason))].join(' ');
}

/** What a move of the fugitive told. */
export function toldWords({ after, before, expected, luck }: ToldTicket): string {
  return ct('review.told', { n: after, before, expected: decimal(expected), points: points(luck) });
}

/** What else there is to say of a move of the fugitive. */
export function noteWords(note: Note): string {
  switch (note.note) {
    case 'black_wasted':
      return note.more === 0 ? ct('note.black_for_nothing') : ct('note.black_wasted', { n: note.more });
    case 'double_wasted':
      return ct('note.double_wasted');
    case 'needless_risk':
      return ct('note.needless_risk', { n: note.hunters });
    case 'gave_away':
      return ct('note.gave_away', { n: note.stations, instead: note.instead });
  }
}
