// Who plays what: pure functions of a scene.
import { t } from '../i18n/index.svelte';
import type {
  About,
  Action,
  Command,
  GameFace,
  Occupant,
  Purse,
  Scene,
  SeatFace,
  TokenKind,
  You,
} from '../protocol/messages';
import type { Hunter, Seat } from '../protocol/names';

/** The place of a detective or bobby in its kind, counted from 0. */
export function place(hunter: Hunter): number {
  return Number(hunter.slice(1)) - 1;
}

export function guestOf(occupant: Occupant): number | null {
  return occupant.kind === 'guest' || occupant.kind === 'stand_in' ? occupant.guest : null;
}

/** The name of somebody who has given none, as the server stores it. */
export function unnamed(guest: number): string {
  return `Player ${guest}`;
}

/** A name as it is shown: who has given none is called so in the language of who reads it. */
export function shownName(name: string): string {
  const number = /^Player ([1-9]\d{0,3})$/.exec(name)?.[1];
  return number === undefined ? name : t('seat.player', { number });
}

/** The name of somebody as it is stored. */
export function givenName(scene: Scene, guest: number): string {
  return scene.guests.find((face) => face.guest === guest)?.name ?? unnamed(guest);
}

export function nameOfGuest(scene: Scene, guest: number): string {
  return shownName(givenName(scene, guest));
}

export function seatOf(scene: Scene, seat: Seat): SeatFace | undefined {
  return scene.seats.find((face) => face.seat === seat);
}

/** The first seat of a person; none for one who watches. */
export function firstSeat(scene: Scene, guest: number): Seat | null {
  return scene.seats.find(({ occupant }) => guestOf(occupant) === guest)?.seat ?? null;
}

/** Whether a game has just begun, and a bot is about to hide. */
export function isOpening(scene: Scene): boolean {
  const { stage, game } = scene;
  const first = stage === 'playing' && game?.turn === 'fugitive' && game.log.length === 0;
  return first && seatOf(scene, 'fugitive')?.occupant.kind === 'bot';
}

/** Whether one's own hands are on a seat: no bot stands in. */
export function atWork(scene: Scene, you: You | null, seat: Seat): boolean {
  const occupant = seatOf(scene, seat)?.occupant;
  return occupant?.kind === 'guest' && you !== null && occupant.guest === you.guest;
}

/** The people who hunt. */
export function huntersOf({ movers }: Scene): Set<number> {
  return new Set(movers.flatMap(({ guests }) => guests));
}

export function hunts(scene: Scene, you: You | null): boolean {
  return you !== null && you.guest !== null && huntersOf(scene).has(you.guest);
}

export function playsBoth(you: You | null): boolean {
  return you !== null && you.audiences.includes('fugitive') && you.audiences.includes('hunters');
}

/** The pieces that one may move: one's own, and those of the team. */
export function mayMove({ movers }: Scene, you: You | null, hunter: Hunter): boolean {
  if (you === null || you.guest === null) return false;
  return movers.find((face) => face.hunter === hunter)?.guests.includes(you.guest) ?? false;
}

/** What one may decide now: the side's decisions, as far as they are one's own. */
export function ownActions(scene: Scene, you: You | null): Action[] {
  const game = scene.game;
  if (!game) return [];
  return game.actions.filter((action) => {
    switch (action.kind) {
      case 'hunt':
      case 'place':
        return mayMove(scene, you, action.hunter);
      case 'token': {
        const who = hunterOfToken(scene.about, action.token);
        return who !== undefined && mayMove(scene, you, who);
      }
      case 'end_turn':
        return hunts(scene, you);
      default:
        return atWork(scene, you, 'fugitive');
    }
  });
}

/** How one who plays alone against bots changes sides: all of the other side, whatever seats that has, and bots as
 * strong as before on one's own. None where both sides are one's own, or where turns are taken in a match. */
export function sidesSwapped({ seats, series, host }: Scene, you: You | null): Command[] | null {
  const fixed = series !== null && series.length !== null;
  const mine = seats.filter(({ seat }) => you?.seats.includes(seat));
  const hides = mine.some(({ seat }) => seat === 'fugitive');
  const bots = seats.flatMap(({ occupant }) => (occupant.kind === 'bot' ? [occupant.level] : []));
  const [level] = bots;
  if (fixed || you?.guest !== host || level === undefined || mine.length === 0 || (hides && mine.length > 1))
    return null;
  const wanted = seats.filter(({ seat }) => (seat === 'fugitive') !== hides);
  return [
    ...wanted.map(({ seat }) => ({ do: 'sit', seat }) as const),
    ...mine.map(({ seat }) => ({ do: 'bot', seat, level }) as const),
  ];
}

/** Whose tokens do this. */
export function hunterOfToken({ hunters }: About, token: TokenKind): Hunter | undefined {
  return hunters.find((face) => face.token === token)?.hunter;
}

export function stationOf(game: GameFace, hunter: Hunter): number | null {
  return game.state.hunters.find((face) => face.hunter === hunter)?.station ?? null;
}

/** What a hunter pays from; none if it pays nothing. */
export function purseOf({ hunters }: About, { state }: Pick<GameFace, 'state'>, hunter: Hunter): Purse | undefined {
  const index = hunters.find((face) => face.hunter === hunter)?.purse ?? null;
  return index === null ? undefined : state.purses[index];
}

/** The one purse from which all pay, where they share. */
export function poolOf({ pooled }: About, { state }: GameFace): Purse | undefined {
  return pooled ? state.purses[0] : undefined;
}
