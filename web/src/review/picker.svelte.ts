// A decision that is chosen on the board, out of a list: a station first, and then how, where there are several ways.
import type { Target } from '../board/types';
import { t } from '../i18n/index.svelte';
import type { Action } from '../protocol/messages';

/** The station that a decision names. */
export function stationOf(action: Action): number | null {
  switch (action.kind) {
    case 'place':
    case 'start':
    case 'land':
      return action.at;
    case 'move':
    case 'hunt':
      return action.to;
    case 'token':
      return action.token === 'block' ? action.at : null;
    default:
      return null;
  }
}

export class Picker {
  readonly #actions: () => Action[];
  readonly #onpick: (action: Action) => void;
  station = $state<number | null>(null);

  constructor(actions: () => Action[], onpick: (action: Action) => void) {
    this.#actions = actions;
    this.#onpick = onpick;
  }

  readonly targets = $derived.by((): Map<number, Target> => {
    const found = new Map<number, Target>();
    for (const action of this.#actions()) {
      const station = stationOf(action);
      if (station === null) continue;
      found.set(station, { label: t('board.target', { station }), chosen: station === this.station });
    }
    return found;
  });

  /** The ways to the station that was chosen. */
  readonly ways = $derived.by((): Action[] =>
    this.station === null ? [] : this.#actions().filter((action) => stationOf(action) === this.station),
  );

  /** What names no station. */
  readonly others = $derived.by((): Action[] => this.#actions().filter((action) => stationOf(action) === null));

  pick(station: number): void {
    if (!this.targets.has(station)) {
      this.station = null;
      return;
    }
    this.station = station;
    const [only, ...more] = this.ways;
    if (only && more.length === 0) this.take(only);
  }

  take(action: Action): void {
    this.station = null;
    this.#onpick(action);
  }
}
