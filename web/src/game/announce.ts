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

/** Whether an event is worth telling after it has happened; that a turn is over, everybody sees. */
function isLasting(event: TableEvent): boolean {
  if (event.what !== 'played') return event.what === 'began' || event.what === 'undone';
  return event.events.some((part) => part.event !== 'turn_ended');
}

function movedAs(event: TableEvent, leg: 'first' | 'second'): boolean {
  return event.what === 'played' && event.events.some((part) => part.event === 'moved' && part.leg === leg);
}

/** The last thing that happened in the game, in words, whatever people did since: of a double move, both moves. */
export function whatWasLast(scene: Scene, events: readonly TableEvent[]): string {
  const lasting = events.filter(isLasting);
  const last = lasting.at(-1);
  if (!last) return '';
  const first = movedAs(last, 'second') ? lasting.findLast((event) => movedAs(event, 'first')) : undefined;
  return [first, last].flatMap((event) => (event ? (tell(scene, event) ?? []) : [])).join(' ');
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
