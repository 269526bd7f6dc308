// Reactions as they come in: each is shown for a moment.
import { untrack } from 'svelte';

import type { Reaction, Scene } from '../protocol/messages';
import type { Seat } from '../protocol/names';
import { firstSeat } from '../state/seats';
import type { TableState } from '../state/table.svelte';

/** How long one is shown, in milliseconds. */
const SHOWN = 4500;
/** More are not shown at once. */
const MOST = 4;

export interface Shown {
  version: number;
  guest: number;
  reaction: Reaction;
}

export class Reactions {
  shown = $state.raw<Shown[]>([]);

  /** To be made while a component is. */
  constructor(table: TableState) {
    $effect(() => {
      const { events, reset } = table.fresh;
      if (!reset) untrack(() => this.#take(events));
    });
  }

  /** What is shown at a seat now: at the first one of its person. */
  at(scene: Scene, seat: Seat): Reaction | null {
    return this.shown.findLast(({ guest }) => firstSeat(scene, guest) === seat)?.reaction ?? null;
  }

  #take(events: TableState['events']): void {
    for (const event of events) {
      if (event.what !== 'reacted' || event.by === undefined) continue;
      const shown: Shown = { version: event.version, guest: event.by, reaction: event.reaction };
      this.shown = [...this.shown, shown].slice(-MOST);
      setTimeout(() => (this.shown = this.shown.filter((other) => other !== shown)), SHOWN);
    }
  }
}
