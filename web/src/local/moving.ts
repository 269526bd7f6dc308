// Games that move: from this device to the server of the page, to go on with friends or to be seen by a link; and moments of
// finished games that are played anew.
import { bringGame } from '../protocol/http';
import type { Assist, BroughtGame, NewSeat, Scene, Side, You } from '../protocol/messages';
import { DETECTIVES } from '../protocol/names';
import { keepBranch, originOf } from '../state/branches';
import { forget } from '../state/games.svelte';
import { unnamed } from '../state/seats';
import { newNumber } from '../state/witness';
import { makeHere, office } from './office';

/** How well bots play where friends are expected. */
const LEVEL = 4;

/** Who sits where at the server. Whoever hid goes on hiding; otherwise one detective stays with whoever hunted. Bots have the
 * other seats, until friends ask for them. */
export function seatsForFriends({ seats }: Pick<Scene, 'seats'>, you: Pick<You, 'seats'> | null): NewSeat[] {
  const own = you?.seats ?? [];
  const kept = own.includes('fugitive') ? 'fugitive' : own[0];
  return seats.map(({ seat, occupant }) => {
    const level = occupant.kind === 'bot' ? occupant.level : LEVEL;
    return { seat, who: seat === kept ? 'me' : { bot: level } };
  });
}

/** Whose name a game is brought under. */
function ownName({ guests }: Pick<Scene, 'guests'>, you: You | null): string {
  return guests.find(({ guest }) => guest === you?.guest)?.name ?? unnamed(1);
}

/** Moves the game of a table of this device to the server; the table that it has there. It is forgotten here. */
export async function moveTable(scene: Scene, you: You | null): Promise<string> {
  const how = { name: ownName(scene, you), seats: seatsForFriends(scene, you), assist: scene.settings.assist };
  const table = await office().bring(scene.table, how);
  const origin = originOf(scene.table);
  if (origin !== null) keepBranch(table, origin.record);
  forget((note) => note.table === scene.table);
  return table;
}

/** Publishes the game of a table of this device that is over; the table that it has at the server. */
export async function publishTable(scene: Scene, you: You | null): Promise<string> {
  return office().bring(scene.table, { name: ownName(scene, you), seats: [], assist: 'off' });
}

/** Brings a record to the server: to be seen, or, for a side, to be gone on with. */
export async function bringRecord(record: string, side?: { hunts: boolean; detectives: number }): Promise<string> {
  const bot = { bot: LEVEL };
  const hunters = DETECTIVES.slice(0, side?.detectives ?? 0);
  const seats: NewSeat[] = hunters.map((seat) => ({ seat, who: side?.hunts ? 'me' : bot }));
  if (side) seats.push({ seat: 'fugitive', who: side.hunts ? bot : 'me' });
  return (await bringGame({ record, name: unnamed(1), seats, assist: 'off' })).table;
}

/** How a moment of a finished game is played anew. */
export interface Again {
  side: Side;
  detectives: number;
  level: number;
  assist: Assist;
  name: string;
}

/** The record of a moment with a name of its own: what is brought twice is one table, and who tries again wants another. */
export function freshAttempt(record: string): string {
  return record.replace('\n', `\n[Attempt "${newNumber().slice(0, 16)}"]\n`);
}

/** Makes a game of a moment of another one, against bots: on this device, or at the server where that cannot be. */
export async function tryAgain(record: string, { side, detectives, level, assist, name }: Again): Promise<string> {
  const bot = { bot: level };
  const who = (own: boolean): NewSeat['who'] => (own ? 'me' : bot);
  const seats: NewSeat[] = DETECTIVES.slice(0, detectives).map((seat) => ({ seat, who: who(side === 'hunters') }));
  seats.push({ seat: 'fugitive', who: who(side === 'fugitive') });
  const game: BroughtGame = { record: freshAttempt(record), name: name || unnamed(1), seats, assist };
  return makeHere(
    (office) => office.adopt(game),
    () => bringGame(game),
  );
}
