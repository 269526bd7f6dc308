// The words of an edition: a taxi is a carriage in the London of Sherlock Holmes.
import { inside, maybe, t } from '../i18n/index.svelte';
import type { Board, Transport } from '../board/board';
import type { Look } from '../board/types';
import type { Occupant, Scene, Ticket } from '../protocol/messages';
import { type Hunter, isBobby, type Seat } from '../protocol/names';
import { guestOf, nameOfGuest, place, seatOf } from '../state/seats';

export function isHolmes(edition: string): boolean {
  return edition === 'holmes' || edition === 'holmes-original';
}

export function fugitiveName(edition: string): string {
  return isHolmes(edition) ? t('name.moriarty') : t('name.mister_x');
}

export function ticketName(edition: string, ticket: Ticket): string {
  if (ticket === 'black') return t('ticket.black');
  if (isHolmes(edition)) {
    return { taxi: t('ticket.carriage'), bus: t('ticket.omnibus'), underground: t('ticket.metro') }[ticket];
  }
  return { taxi: t('ticket.taxi'), bus: t('ticket.bus'), underground: t('ticket.underground') }[ticket];
}

/** A ticket's name inside a sentence. */
export function ticketWord(edition: string, ticket: Ticket): string {
  return inside(ticketName(edition, ticket));
}

/** The label of a board. One of the user's own has the title of its file. */
export function boardLabel(board: Board): string {
  return t('board.label', { board: maybe(`board.name.${board.name}`) ?? board.title });
}

export function transportName(edition: string, transport: Transport): string {
  return transport === 'ferry' ? t('ticket.ferry') : ticketName(edition, transport);
}

export function editionTitle(id: string): string {
  return maybe(`edition.${id}.title`) ?? id;
}

export function editionSummary(id: string): string {
  return maybe(`edition.${id}.summary`) ?? '';
}

const COLOURS = ['name.d1', 'name.d2', 'name.d3', 'name.d4', 'name.d5'] as const;

/** What a hunter is called. */
export function hunterName(scene: Pick<Scene, 'about'>, hunter: Hunter): string {
  if (isBobby(hunter)) {
    return scene.about.bobbies > 1 ? t('name.bobby_n', { n: place(hunter) + 1 }) : t('name.bobby');
  }
  const character = scene.about.characters[place(hunter)];
  if (character) return t(`name.${character}`);
  return t(COLOURS[place(hunter)] ?? 'name.d1');
}

/** What sits on a seat is called: a colour, a character, or the fugitive. */
export function seatName(scene: Pick<Scene, 'about' | 'settings'>, seat: Seat): string {
  return seat === 'fugitive' ? fugitiveName(scene.settings.edition) : hunterName(scene, seat);
}

export function look(scene: Pick<Scene, 'about'>, hunter: Hunter): Look {
  if (isBobby(hunter)) return { figure: 'bobby', colour: 5 };
  const character = scene.about.characters[place(hunter)];
  const letter = character?.charAt(0).toUpperCase();
  return { figure: 'detective', colour: place(hunter), ...(letter ? { letter } : {}) };
}

/** Who plays, also where a bot stands in. */
export function playerName(scene: Scene, occupant: Occupant): string {
  if (occupant.kind === 'open') return t('seat.open');
  return occupant.kind === 'bot' ? t('seat.bot', { level: occupant.level }) : nameOfGuest(scene, occupant.guest);
}

/** Who is on a seat, in words. */
export function occupantName(scene: Scene, seat: Seat, you: number | null): string {
  const occupant = seatOf(scene, seat)?.occupant ?? { kind: 'open' };
  const name = you !== null && guestOf(occupant) === you ? t('seat.you') : playerName(scene, occupant);
  return occupant.kind === 'stand_in' ? t('seat.stand_in', { name, level: occupant.level }) : name;
}
