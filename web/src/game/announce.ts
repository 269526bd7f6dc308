// What news of a table are worth: words, sounds, stations. Pure functions.
import type { Scene, TableEvent } from '../protocol/messages';
import type { Sound } from '../ui/sound';
import { tell } from './narrator';

export interface Announcement {
  /** The last thing that happened in the game, in words; nothing if only people did something. */
  told: string | null;
  /** All that happened, for the screen reader. */
  said: string;
  sounds: Sound[];
  /** Where he was seen. */
  seen: number | null;
  /** Where somebody points. */
  pointed: number | null;
}

function lastTold(scene: Scene, events: TableEvent[], kinds: TableEvent['what'][]): string | null {
  const last = [...events].reverse().find(({ what }) => kinds.includes(what));
  return last ? tell(scene, last) : null;
}

/** The words for somebody who comes to a game that goes on. */
export function whatWasLast(scene: Scene, events: TableEvent[]): string {
  return lastTold(scene, events, ['played', 'began']) ?? '';
}

export function announce(scene: Scene, events: TableEvent[]): Announcement {
  const found: Announcement = {
    told: lastTold(scene, events, ['played', 'began', 'undone']),
    said: events
      .map((event) => tell(scene, event))
      .filter((text) => text !== null)
      .join(' '),
    sounds: [],
    seen: null,
    pointed: null,
  };
  for (const event of events) {
    if (event.what === 'pointed') found.pointed = event.station;
    if (event.what !== 'played') continue;
    for (const part of event.events) {
      if (part.event !== 'moved') continue;
      if (part.at !== null && scene.audience !== 'fugitive' && !scene.about.open_log) {
        found.seen = part.at;
        found.sounds.push('reveal');
      } else if (part.ticket === 'black') found.sounds.push('black');
      else if (scene.audience !== 'fugitive') found.sounds.push('move');
    }
  }
  return found;
}
