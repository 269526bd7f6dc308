// What news of a table are worth: words, sounds, stations. Pure functions.
import type { Answer, FugitiveEvent, Scene, TableEvent, Token } from '../protocol/messages';
import type { Sound } from '../ui/sound';
import { tell } from './narrator';

/** What is worth a short scene: he shows himself, a hunter misses him, a token is spent,
 * a ticket changes the hunt. */
export type Moment =
  | { kind: 'reveal'; station: number }
  | { kind: 'missed'; station: number }
  | { kind: 'asked'; token: Token; answer: Answer }
  | { kind: 'double' }
  | { kind: 'black' };

/** If several happen at once, the first of these is staged. */
const RANK: Moment['kind'][] = ['reveal', 'asked', 'missed', 'double', 'black'];

/** A hunter who enters one of so few possible stations might have caught him. */
const FEW = 6;

export interface Announcement {
  /** The last thing that happened in the game, in words; nothing if only people did something. */
  told: string | null;
  /** All that happened, for the screen reader. */
  said: string;
  sounds: Sound[];
  /** What is staged on the board. */
  moment: Moment | null;
  /** Where somebody points. */
  pointed: number | null;
  /** Where hunters went. */
  hunted: number[];
}

function lastTold(scene: Scene, events: TableEvent[], kinds: TableEvent['what'][]): string | null {
  const last = [...events].reverse().find(({ what }) => kinds.includes(what));
  return last ? tell(scene, last) : null;
}

/** The words for somebody who comes to a game that goes on. */
export function whatWasLast(scene: Scene, events: TableEvent[]): string {
  return lastTold(scene, events, ['played', 'began']) ?? '';
}

/** What a part of the news is worth staging.
 * @param before where he could be before the news, as far as that is shown */
function momentOf(scene: Scene, part: FugitiveEvent, before: readonly number[]): Moment | null {
  if (part.event === 'hunted') {
    const missed = !part.captured && before.length <= FEW && before.includes(part.to);
    return missed ? { kind: 'missed', station: part.to } : null;
  }
  if (part.event === 'asked') return { kind: 'asked', token: part.token, answer: part.answer };
  if (part.event !== 'moved' || scene.audience === 'fugitive') return null;
  if (part.at !== null) return scene.about.open_log ? null : { kind: 'reveal', station: part.at };
  if (part.leg === 'first') return { kind: 'double' };
  return part.ticket === 'black' ? { kind: 'black' } : null;
}

/** @param before where he could be before the news, as far as that is shown */
export function announce(scene: Scene, events: TableEvent[], before: readonly number[] = []): Announcement {
  const found: Announcement = {
    told: lastTold(scene, events, ['played', 'began', 'undone']),
    said: events
      .map((event) => tell(scene, event))
      .filter((text) => text !== null)
      .join(' '),
    sounds: [],
    moment: null,
    pointed: null,
    hunted: [],
  };
  for (const event of events) {
    if (event.what === 'pointed') found.pointed = event.station;
    if (event.what !== 'played') continue;
    for (const part of event.events) {
      if (part.event === 'hunted') found.hunted.push(part.to);
      const moment = momentOf(scene, part, before);
      const rank = (kind: Moment['kind'] | undefined) => (kind === undefined ? RANK.length : RANK.indexOf(kind));
      if (moment && rank(moment.kind) < rank(found.moment?.kind)) found.moment = moment;
      if (moment?.kind === 'reveal') found.sounds.push('reveal');
      else if (part.event === 'moved' && part.ticket === 'black') found.sounds.push('black');
      else if (part.event === 'moved' && scene.audience !== 'fugitive') found.sounds.push('move');
    }
  }
  return found;
}
