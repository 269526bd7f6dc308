// Light in the fog, and how it comes and goes: pure functions.

/** How bright it is at a station: what drives the fog away, and how much of that is lamplight. */
export interface Light {
  clear: number;
  lamp: number;
}

export type Lights = ReadonlyMap<number, Light>;

const DARK: Light = { clear: 0, lamp: 0 };

/** How long a light takes to come or to go, in milliseconds. */
const FADE = 520;

/** Lights that change from one state of knowledge to the next. */
export interface Change {
  from: Lights;
  to: Lights;
  /** When each station begins to change, after the beginning. */
  delays: ReadonlyMap<number, number>;
  begun: number;
}

/** @param delay how long after the beginning a station begins to change */
export function begin(from: Lights, to: Lights, delay: (station: number) => number, now: number): Change {
  const stations = new Set([...from.keys(), ...to.keys()]);
  return { from, to, delays: new Map([...stations].map((station) => [station, delay(station)])), begun: now };
}

/** The same without a way between: for those who want nothing to move. */
export function still(to: Lights): Change {
  return { from: to, to, delays: new Map(), begun: 0 };
}

function partOf({ delays, begun }: Change, station: number, now: number): number {
  const part = Math.min(1, Math.max(0, (now - begun - (delays.get(station) ?? 0)) / FADE));
  return part * part * (3 - 2 * part);
}

/** The lights of a moment. */
export function lightsAt(change: Change, now: number): Map<number, Light> {
  const found = new Map<number, Light>();
  for (const station of new Set([...change.from.keys(), ...change.to.keys()])) {
    const [a, b] = [change.from.get(station) ?? DARK, change.to.get(station) ?? DARK];
    const part = partOf(change, station, now);
    const light = { clear: a.clear + (b.clear - a.clear) * part, lamp: a.lamp + (b.lamp - a.lamp) * part };
    if (light.clear > 0.004 || light.lamp > 0.004) found.set(station, light);
  }
  return found;
}

/** When nothing changes any more. */
export function endOf({ delays, begun }: Change): number {
  return begun + Math.max(0, ...delays.values()) + FADE;
}

/** Whether two states of light are the same. */
export function same(a: Lights, b: Lights): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([station, light]) => {
    const other = b.get(station);
    return other !== undefined && other.clear === light.clear && other.lamp === light.lamp;
  });
}
