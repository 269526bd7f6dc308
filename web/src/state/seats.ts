// Who plays what: pure functions of a scene.
import type { Action, GameFace, Occupant, Scene, SeatFace, You } from '../protocol/messages';
import { DETECTIVES, type Hunter, isBobby, type Seat } from '../protocol/names';

/** The place of a detective or bobby in its kind, counted from 0. */
export function place(hunter: Hunter): number {
  return Number(hunter.slice(1)) - 1;
}

export function guestOf(occupant: Occupant): number | null {
  return occupant.kind === 'guest' || occupant.kind === 'stand_in' ? occupant.guest : null;
}

export function nameOfGuest(scene: Scene, guest: number): string {
  return scene.guests.find((face) => face.guest === guest)?.name ?? `#${guest}`;
}

export function seatOf(scene: Scene, seat: Seat): SeatFace | undefined {
  return scene.seats.find((face) => face.seat === seat);
}

/** Whether one's own hands are on a seat: no bot stands in. */
export function atWork(scene: Scene, you: You | null, seat: Seat): boolean {
  const occupant = seatOf(scene, seat)?.occupant;
  return occupant?.kind === 'guest' && you !== null && occupant.guest === you.guest;
}

export function hunts(scene: Scene, you: You | null): boolean {
  return scene.seats.some(({ seat }) => seat !== 'fugitive' && atWork(scene, you, seat));
}

export function playsBoth(you: You | null): boolean {
  return you !== null && you.views.includes('fugitive') && you.views.includes('hunters');
}

/** The pieces that one may move: one's own, and those of the team. */
export function mayMove(scene: Scene, you: You | null, hunter: Hunter): boolean {
  if (isBobby(hunter) || scene.about.pooled) return hunts(scene, you);
  return atWork(scene, you, hunter);
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
        const who = hunterOfToken(scene, action.token);
        return who !== undefined && mayMove(scene, you, who);
      }
      case 'end_turn':
        return hunts(scene, you);
      default:
        return atWork(scene, you, 'fugitive');
    }
  });
}

const CHARACTER_OF = {
  quarter: 'holmes',
  symbol: 'watson',
  ban: 'irene',
  trail: 'mycroft',
  block: 'lestrade',
} as const;

export function hunterOfToken(scene: Scene, token: keyof typeof CHARACTER_OF): Hunter | undefined {
  const index = scene.about.characters.indexOf(CHARACTER_OF[token]);
  return index < 0 ? undefined : DETECTIVES[index];
}

export function stationOf(game: GameFace, hunter: Hunter): number | null {
  return game.state.hunters.find((face) => face.hunter === hunter)?.station ?? null;
}

/** Whether the fugitive's tickets come from a counted supply. */
export function isSupplied({ settings }: Scene): boolean {
  return (
    (settings.edition === 'modern' || settings.edition.startsWith('holmes')) &&
    !settings.options.includes('supply=unlimited')
  );
}

/** The purse of a hunter; none where nobody pays. */
export function purseOf(scene: Scene, game: GameFace, hunter: Hunter) {
  if (isBobby(hunter)) return undefined;
  return game.state.purses[scene.about.pooled ? 0 : place(hunter)];
}
