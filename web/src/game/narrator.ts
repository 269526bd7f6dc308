// What happened, in a sentence: for the banner, the log of words and the screen reader.
import { inside, printed, sentence, t } from '../i18n/index.svelte';
import type { About, Answer, FugitiveEvent, LogSlot, Outcome, Scene, TableEvent, Token } from '../protocol/messages';
import { hunterOfToken, nameOfGuest, shownName } from '../state/seats';
import { botName, fugitiveName, hunterName, seatName, ticketWord, vehicle } from './words';

export function tokenWords(about: About, token: Token): string {
  switch (token.token) {
    case 'quarter':
      return t('token.quarter');
    case 'symbol':
      return t('token.symbol', { symbol: inside(t(`mark.${token.symbol}`)) });
    case 'ban':
      return t('token.ban', { ticket: ticketWord(about, token.ticket) });
    case 'trail':
      return t('token.trail');
    case 'block':
      return t('token.block', { station: token.at });
  }
}

/** The same with who asks. */
export function tokenTold(about: About, token: Token): string {
  const who = hunterOfToken(about, token.token);
  const text = tokenWords(about, token);
  return who === undefined ? text : t('named', { name: hunterName(about, who), text });
}

export function answerWords(answer: Answer): string {
  if (answer === 'none') return '';
  if ('quarter' in answer) return t('answer.quarter', { quarter: answer.quarter });
  if ('symbol' in answer) return answer.symbol ? t('answer.yes') : t('answer.no');
  return t('answer.trail', { station: answer.trail });
}

/** A token with its answer, and with who asked. */
export function spentTold(about: About, { token, answer }: { token: Token; answer: Answer }): string {
  const answered = answerWords(answer);
  return answered === '' ? tokenTold(about, token) : `${tokenTold(about, token)} ${answered}`;
}

export function outcomeWords(about: About, outcome: Outcome): string {
  const fugitive = fugitiveName(about);
  switch (outcome.cause) {
    case 'captured':
      return t('outcome.captured', { fugitive, hunter: hunterName(about, outcome.by), station: outcome.at });
    case 'cornered':
      return t('outcome.cornered', { fugitive, station: outcome.at });
    case 'conceded':
      return outcome.side === 'fugitive' ? t('outcome.conceded_fugitive', { fugitive }) : t('outcome.conceded_hunters');
    default:
      return t(`outcome.${outcome.cause}`, { fugitive });
  }
}

/** What happened in a game. */
export function gameSentence(about: About, event: FugitiveEvent): string | null {
  const fugitive = fugitiveName(about);
  switch (event.event) {
    case 'set_up':
      return t('told.set_up');
    case 'placed':
      return t('told.placed', { hunter: hunterName(about, event.hunter), station: event.at });
    case 'started':
      return event.at === null
        ? t('told.started', { fugitive })
        : t('told.started_at', { fugitive, station: event.at });
    case 'moved': {
      const parts: string[] = [];
      if (event.balloon) parts.push(t('told.balloon_landed', { fugitive }));
      else if (event.leg === 'first') parts.push(t('told.double', { fugitive }));
      if (!event.balloon) {
        parts.push(
          event.ticket === null
            ? t('told.moved_free', { fugitive })
            : printed(about, `told.by_${vehicle(about.theme, event.ticket)}`, { fugitive }),
        );
      }
      if (event.crime) parts.push(t('told.crime', { fugitive }));
      if (event.ability === 'lie_low') parts.push(t('told.lie_low', { fugitive }));
      if (event.ability === 'take_black') parts.push(t('told.take_black', { fugitive }));
      if (event.ability === 'take_double') parts.push(t('told.take_double', { fugitive }));
      if (event.show) parts.push(t('told.shows', { fugitive }));
      if (event.at !== null) parts.push(t('told.seen', { fugitive, station: event.at }));
      return parts.join(' ');
    }
    case 'ballooned':
      return t('told.ballooned', { fugitive });
    case 'tile_turned':
      return t('told.tile', { first: event.first, second: event.second });
    case 'opened':
      return t('told.opened', { fugitive, slot: event.slot, station: event.at });
    case 'taken':
      return t('told.taken', {
        fugitive,
        hunter: hunterName(about, event.from),
        ticket: ticketWord(about, event.ticket),
      });
    case 'hunted':
      return event.ticket === null
        ? t('told.hunted_free', { hunter: hunterName(about, event.hunter), station: event.to })
        : t('told.hunted', {
            hunter: hunterName(about, event.hunter),
            ticket: ticketWord(about, event.ticket),
            station: event.to,
          });
    case 'asked':
      return spentTold(about, event);
    case 'turn_ended':
      return t('told.turn_ended');
    case 'conceded':
      return null;
    case 'ended':
      return outcomeWords(about, event.outcome);
  }
}

/** The game's events so far, in order: what was taken back is gone. */
export function gameEvents(events: TableEvent[]): FugitiveEvent[] {
  let told: FugitiveEvent[] = [];
  for (const event of events) {
    if (event.what === 'began') told = [...event.events];
    else if (event.what === 'played') told.push(...event.events);
    else if (event.what === 'undone') told = told.slice(0, event.events);
  }
  return told;
}

/** The round that begins with an event: he moves first in each. */
export function roundOf(event: TableEvent, log: readonly LogSlot[]): number | null {
  if (event.what !== 'played') return null;
  const move = event.events.find((part) => part.event === 'moved');
  return move && move.leg !== 'second' ? (log[move.slot - 1]?.round ?? null) : null;
}

/** A game that begins tells no more than this. */
const MOST_TOLD = 8;

/** What happened, in sentences. */
export function tell(scene: Scene, event: TableEvent): string | null {
  const who = event.by === undefined ? '' : nameOfGuest(scene, event.by);
  switch (event.what) {
    case 'began':
    case 'played': {
      // Of a game that was played elsewhere before, only how it stands.
      const events = event.what === 'began' && event.events.length > MOST_TOLD ? event.events.slice(-1) : event.events;
      const told = events.map((part) => gameSentence(scene.about, part)).filter((text) => text !== null);
      return told.length > 0 ? sentence(told.join(' ')) : null;
    }
    case 'came':
      return t('told.came', { name: shownName(event.name) });
    case 'sat':
      return t('told.sat', { name: who, seat: seatName(scene.about, event.seat) });
    case 'bot_sat':
      return t('told.sat', { name: botName(event.level), seat: seatName(scene.about, event.seat) });
    case 'resumed':
      return t('told.resumed', { name: who, seat: seatName(scene.about, event.seat) });
    case 'freed':
      return t('told.freed', { seat: seatName(scene.about, event.seat) });
    case 'undo_asked':
      return t('told.undo_asked', { name: who });
    case 'undo_refused':
      return t('told.undo_refused');
    case 'undone':
      return t('told.undone');
    case 'said':
      return t('told.said', { name: who, text: event.text });
    case 'pointed':
      return t('told.pointed', { name: who, station: event.station });
    case 'marked':
      return event.sign === null
        ? t('told.unmarked', { name: who, station: event.station })
        : t('told.marked', { name: who, station: event.station, sign: t(`sign.${event.sign}`) });
    case 'planned': {
      const hunter = hunterName(scene.about, event.hunter);
      return event.to === null
        ? t('told.unplanned', { name: who, hunter })
        : t('told.planned', { name: who, hunter, station: event.to });
    }
    case 'hinted':
      return t('told.hinted', { name: who });
    case 'reacted':
      return t('named', { name: who, text: t(`reaction.${event.reaction}`) });
    case 'yielded':
      return t('told.yielded', { name: who });
    case 'abandoned':
      return t('told.abandoned');
    default:
      return null;
  }
}
