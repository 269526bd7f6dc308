// The words of the screen for what an edition calls its own: a taxi is a carriage in the London of
// Sherlock Holmes.
import { inside, maybe, printed, t } from '../i18n/index.svelte';
import type { Board, Transport } from '../board/board';
import type { Look } from '../board/types';
import type { About, EditionSummary, Occupant, Purse, Scene, Theme, Ticket } from '../protocol/messages';
import { type Hunter, isBobby, type Seat } from '../protocol/names';
import { opponent } from '../opponents/opponents';
import { guestOf, nameOfGuest, place, seatOf } from '../state/seats';

/** The fugitive's name. One that was printed has its name in each language, another is what it is. */
export function fugitiveName({ fugitive }: Pick<About, 'fugitive'>): string {
  return maybe(`fugitive.${fugitive}`) ?? fugitive;
}

/** The word of the texts for what a ticket pays. */
export function vehicle(theme: Theme, ticket: Ticket) {
  const [taxi, bus, underground] = {
    london: ['taxi', 'bus', 'underground'] as const,
    victorian: ['carriage', 'omnibus', 'metro'] as const,
  }[theme];
  return { taxi, bus, underground, black: 'black' as const }[ticket];
}

/** What decides the words for things that all editions have. */
export type Wording = Pick<About, 'theme' | 'words'>;

export function ticketName(wording: Wording, ticket: Ticket): string {
  return printed(wording, `ticket.${vehicle(wording.theme, ticket)}`);
}

/** A ticket's name inside a sentence. */
export function ticketWord(wording: Wording, ticket: Ticket): string {
  return inside(ticketName(wording, ticket));
}

/** The label of a board. One of the user's own has the title of its file. */
export function boardLabel(board: Board): string {
  return t('board.label', { board: maybe(`board.name.${board.name}`) ?? board.title });
}

export function transportName(wording: Wording, transport: Transport): string {
  return transport === 'ferry' ? printed(wording, 'ticket.ferry') : ticketName(wording, transport);
}

const NORMAL = ['taxi', 'bus', 'underground'] as const satisfies readonly (keyof Purse)[];
const TRANSPORTS: readonly Transport[] = [...NORMAL, 'ferry'];

/** The normal tickets of a game: those of a closed transport are not there. */
export function normalTickets({ closed }: Pick<About, 'closed'>) {
  return NORMAL.filter((ticket) => !closed.includes(ticket));
}

/** The transports that run on a board. */
export function linesOpen({ closed }: Pick<About, 'closed'>, board: Board): Transport[] {
  const there = new Set(board.stations.flatMap(({ id }) => board.connections(id).map((line) => line.transport)));
  return TRANSPORTS.filter((transport) => there.has(transport) && !closed.includes(transport));
}

/** Where the lines of a station lead, by transport; what is closed leads nowhere. */
export function linesFrom(
  { closed }: Pick<About, 'closed'>,
  board: Board,
  station: number,
): { transport: Transport; to: number[] }[] {
  return TRANSPORTS.filter((transport) => !closed.includes(transport))
    .map((transport) => ({
      transport,
      to: board
        .connections(station)
        .filter((line) => line.transport === transport)
        .map((line) => line.to)
        .sort((a, b) => a - b),
    }))
    .filter(({ to }) => to.length > 0);
}

/** The title of an edition, in the words of the screen if it comes with the program. */
export function editionTitle({ id, title }: Pick<EditionSummary, 'id' | 'title'>): string {
  return maybe(`edition.${id}.title`) ?? title;
}

export function editionSummary({ id, summary }: Pick<EditionSummary, 'id' | 'summary'>): string {
  return maybe(`edition.${id}.summary`) ?? summary;
}

/** What is played at a table. */
export function playedEdition({ settings, about }: Pick<Scene, 'settings' | 'about'>) {
  return { id: settings.edition, title: about.title, summary: about.summary };
}

const COLOURS = ['name.d1', 'name.d2', 'name.d3', 'name.d4', 'name.d5'] as const;

function characterOf({ hunters }: About, hunter: Hunter) {
  return hunters.find((face) => face.hunter === hunter)?.character ?? null;
}

/** What a hunter is called. */
export function hunterName(about: About, hunter: Hunter): string {
  if (isBobby(hunter)) {
    return about.bobbies > 1 ? t('name.bobby_n', { n: place(hunter) + 1 }) : t('name.bobby');
  }
  const character = characterOf(about, hunter);
  if (character) return t(`name.${character}`);
  return t(COLOURS[place(hunter)] ?? 'name.d1');
}

/** What sits on a seat is called: a colour, a character, or the fugitive. */
export function seatName(about: About, seat: Seat): string {
  return seat === 'fugitive' ? fugitiveName(about) : hunterName(about, seat);
}

export function look(about: About, hunter: Hunter): Look {
  if (isBobby(hunter)) return { figure: 'bobby', colour: 5 };
  const letter = characterOf(about, hunter)?.charAt(0).toUpperCase();
  return { figure: 'detective', colour: place(hunter), ...(letter ? { letter } : {}) };
}

/** What a bot is called; nobody is to take it for a person. */
export function botName(level: number): string {
  return t('seat.bot', { name: opponent(level).name });
}

/** Who plays, also where a bot stands in. */
export function playerName(scene: Scene, occupant: Occupant): string {
  if (occupant.kind === 'open') return t('seat.open');
  return occupant.kind === 'bot' ? botName(occupant.level) : nameOfGuest(scene, occupant.guest);
}

/** Who is on a seat, in words. */
export function occupantName(scene: Scene, seat: Seat, you: number | null): string {
  const occupant = seatOf(scene, seat)?.occupant ?? { kind: 'open' };
  const name = you !== null && guestOf(occupant) === you ? t('seat.you') : playerName(scene, occupant);
  return occupant.kind === 'stand_in' ? t('seat.stand_in', { name, level: occupant.level }) : name;
}
