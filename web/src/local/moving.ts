// A game of this device comes to the server of the page: to go on with friends, or to be seen by its link.
import { bringGame } from '../protocol/http';
import type { NewSeat, Scene, You } from '../protocol/messages';
import { DETECTIVES } from '../protocol/names';
import { forget } from '../state/games.svelte';
import { unnamed } from '../state/seats';
import { office } from './office';

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
