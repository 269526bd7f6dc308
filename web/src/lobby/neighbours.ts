// Seats for somebody who plays two detectives: pure functions of a scene.
import type { Scene, You } from '../protocol/messages';
import { type Detective, isDetective, type Seat } from '../protocol/names';
import { guestOf } from '../state/seats';

/** The pairs of seats that move one after the other; none where detectives move as they like. */
export function neighbours({ about, seats }: Scene): [Detective, Detective][] {
  if (!about.in_order) return [];
  const detectives = seats.map(({ seat }) => seat).filter(isDetective);
  const found: [Detective, Detective][] = [];
  for (let index = 0; index + 1 < detectives.length; index += 2) {
    found.push([detectives[index]!, detectives[index + 1]!]);
  }
  return found;
}

/** The free seat beside the only detective that somebody has. */
export function neighbourFor(scene: Scene, you: You | null): Seat | null {
  const [own, another] = (you?.seats ?? []).filter(isDetective);
  if (own === undefined || another !== undefined) return null;
  const pair = neighbours(scene).find((seats) => seats.some((seat) => seat === own));
  const beside = pair?.find((seat) => seat !== own);
  const face = scene.seats.find(({ seat }) => seat === beside);
  return face && guestOf(face.occupant) === null ? face.seat : null;
}
