// What happened: said, shown, heard.
import { untrack } from 'svelte';

import { t } from '../i18n/index.svelte';
import { mayMove } from '../state/preferences.svelte';
import type { TableState } from '../state/table.svelte';
import { notifyTurn, showTurn } from '../ui/turnSignal';
import { play } from '../ui/sound';
import { announce, whatWasLast } from './announce';
import { outcomeWords } from './narrator';
import { fugitiveName } from './words';

/** How long a pointed station is marked, in milliseconds. */
const POINTED = 6000;

export class Announcer {
  /** The last thing that happened, in words. */
  told = $state('');
  /** What a screen reader says. */
  said = $state('');
  pointed = $state<number | null>(null);
  /** Words over the board when he was seen. */
  spotlight = $state<string | null>(null);
  /** The end, as it is staged for those who were there. */
  finale = $state.raw<{ caught: boolean; text: string } | null>(null);
  #pointTimer: ReturnType<typeof setTimeout> | undefined;
  #spotTimer: ReturnType<typeof setTimeout> | undefined;

  /** To be made while a component is.
   * @param mine whether it is one's turn, and nothing hides it
   * @param show brings a station into sight */
  constructor(table: TableState, mine: () => boolean, show: (station: number) => void) {
    $effect(() => {
      const { fresh } = table;
      untrack(() => this.#take(table, fresh, show));
    });

    let wasMine = false;
    $effect(() => {
      const now = mine();
      showTurn(now);
      if (now && !wasMine) {
        play('turn');
        void notifyTurn();
      }
      wasMine = now;
      return () => showTurn(false);
    });

    let wasOver = untrack(() => (table.scene?.game?.ending ?? null) !== null);
    $effect(() => {
      const ending = table.scene?.game?.ending ?? null;
      if (table.scene && ending && !wasOver) {
        play('end');
        const caught = table.scene.game?.winner === 'hunters';
        this.finale = { caught, text: outcomeWords(table.scene.about, ending.outcome) };
      }
      if (!ending) this.finale = null;
      wasOver = ending !== null;
    });
  }

  #take({ scene }: TableState, { events, reset }: TableState['fresh'], show: (station: number) => void): void {
    if (!scene) return;
    if (reset) {
      this.told = whatWasLast(scene, events);
      return;
    }
    const { told, said, sounds, seen, pointed } = announce(scene, events);
    if (told !== null) this.told = told;
    if (said !== '') this.said = said;
    for (const sound of sounds) play(sound);
    if (pointed !== null) {
      this.pointed = pointed;
      clearTimeout(this.#pointTimer);
      this.#pointTimer = setTimeout(() => (this.pointed = null), POINTED);
    }
    if (seen !== null) {
      show(seen);
      this.spotlight = t('told.seen', { fugitive: fugitiveName(scene.about), station: seen });
      clearTimeout(this.#spotTimer);
      this.#spotTimer = setTimeout(() => (this.spotlight = null), mayMove() ? 2200 : 3500);
    }
  }
}
