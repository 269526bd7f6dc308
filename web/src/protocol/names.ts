// What pieces and seats are called on the wire.

export const DETECTIVES = ['d1', 'd2', 'd3', 'd4', 'd5'] as const;
export const BOBBIES = ['b1', 'b2', 'b3'] as const;

export type Detective = (typeof DETECTIVES)[number];
export type Bobby = (typeof BOBBIES)[number];
/** A piece of the hunters' side. */
export type Hunter = Detective | Bobby;
/** Bobbies have no seat: whoever hunts moves them. */
export type Seat = 'fugitive' | Detective;

export function isDetective(name: string): name is Detective {
  return (DETECTIVES as readonly string[]).includes(name);
}

export function isBobby(name: string): name is Bobby {
  return (BOBBIES as readonly string[]).includes(name);
}

export function isHunter(name: string): name is Hunter {
  return isDetective(name) || isBobby(name);
}

export function isSeat(name: string): name is Seat {
  return name === 'fugitive' || isDetective(name);
}
