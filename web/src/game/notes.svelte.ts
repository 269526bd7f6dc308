// What one notes on the board, for the team or for oneself.
import type { Sign } from '../board/types';
import type { Hunter } from '../protocol/names';
import { OwnMarks } from '../state/ownMarks.svelte';
import { hunts } from '../state/seats';
import type { TableState } from '../state/table.svelte';
import { huntTogether } from './model';

export class Notes {
  readonly own: OwnMarks;
  /** Whether the next mark is for the team. */
  forTeam = $state(true);
  readonly #table: TableState;

  constructor(table: TableState) {
    this.#table = table;
    this.own = new OwnMarks(() => ({
      table: table.table,
      game: table.scene?.game?.number ?? 0,
      audience: table.scene?.audience ?? 'spectator',
    }));
  }

  /** Whether there is a team to show something to: who hunts alone keeps it to himself. */
  get mayShow(): boolean {
    const { scene, you } = this.#table;
    return scene !== null && scene.stage === 'playing' && huntTogether(scene) && hunts(scene, you);
  }

  mark(station: number, sign: Sign | null, forTeam: boolean): void {
    if (forTeam) this.#table.do({ do: 'mark', at: station, ...(sign ? { sign } : {}) });
    else this.own.set(station, sign);
  }

  plan(hunter: Hunter, to: number | null): void {
    this.#table.do({ do: 'plan', hunter, ...(to !== null ? { to } : {}) });
  }
}
