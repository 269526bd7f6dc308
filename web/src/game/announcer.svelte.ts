// What happened: said, shown, heard.
import { untrack } from 'svelte';

import { verdictTitle } from '../end/verdict';
import { printed, t } from '../i18n/index.svelte';
import { mayMove } from '../state/preferences.svelte';
import type { Scene } from '../protocol/messages';
import type { TableState } from '../state/table.svelte';
import { notifyTurn, showTurn } from '../ui/turnSignal';
import { play } from '../ui/sound';
import { announce, type Moment, whatWasLast } from './announce';
import { askedOfYou } from './asked';
import { outcomeWords, spentTold } from './narrator';
import { fugitiveName } from './words';

/** How long each is staged, in milliseconds. */
const LASTS: Record<Moment['kind'], number> = {
  reveal: 2300,
  asked: 3600,
  missed: 1500,
  double: 1500,
  black: 1200,
};

/** What the announcer does with the board. */
export interface Stage {
  /** Brings a station into sight. */
  show(station: number): void;
  /** A piece went to a station: whoever looks can follow it. */
  follow(station: number): void;
  /** Goes back to what one has to do. */
  goBack(): void;
}

/** How long a pointed station is marked, in milliseconds. */
const POINTED = 6000;

export class Announcer {
  /** The last thing that happened, in words. */
  readonly told = $derived.by(() => (this.#table.scene ? whatWasLast(this.#table.scene, this.#table.events) : ''));
  /** What a screen reader says. */
  said = $state('');
  pointed = $state<number | null>(null);
  /** What is staged on the board now, with its words. */
  moment = $state.raw<(Moment & { text: string }) | null>(null);
  /** The end, as it is staged for those who were there. */
  finale = $state.raw<{ caught: boolean; title: string; text: string } | null>(null);
  #pointTimer: ReturnType<typeof setTimeout> | undefined;
  #momentTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #table: TableState;
  readonly #stage: Stage;
  /** Where he could be before the last news, as far as that is shown. */
  #possible: readonly number[] = [];

  /** To be made while a component is.
   * @param mine whether it is one's turn, and nothing hides it
   * @param stage the board */
  constructor(table: TableState, mine: () => boolean, stage: Stage) {
    this.#table = table;
    this.#stage = stage;
    $effect(() => {
      const { fresh } = table;
      untrack(() => this.#take(table, fresh));
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
      const { scene, you } = table;
      const ending = scene?.game?.ending ?? null;
      if (scene?.game && ending && !wasOver) {
        const caught = scene.game.winner === 'hunters';
        play(caught ? 'caught' : 'end');
        this.endMoment();
        const title = verdictTitle(scene, scene.game, you);
        this.finale = { caught, title, text: outcomeWords(scene.about, ending.outcome) };
      }
      if (!ending) this.finale = null;
      wasOver = ending !== null;
    });
  }

  /** Ends what is staged: nobody has to wait for it. */
  endMoment(): void {
    clearTimeout(this.#momentTimer);
    this.moment = null;
  }

  /** The same, and after he was seen the board goes back to what one has to do. */
  skip(): void {
    const seen = this.moment?.kind === 'reveal';
    this.endMoment();
    if (seen) this.#stage.goBack();
  }

  #take({ scene }: TableState, { events, reset }: TableState['fresh']): void {
    if (!scene) return;
    const before = this.#possible;
    this.#possible = scene.game?.assist?.possible ?? [];
    if (reset) return;
    const { said, sounds, moment, pointed, hunted } = announce(scene, events, before);
    if (said !== '') this.said = said;
    for (const sound of sounds) play(sound);
    if (pointed !== null) {
      this.pointed = pointed;
      clearTimeout(this.#pointTimer);
      this.#pointTimer = setTimeout(() => (this.pointed = null), POINTED);
    }
    if (this.moment?.kind !== 'reveal') hunted.forEach((station) => this.#stage.follow(station));
    if (moment !== null) this.#play(moment, momentWords(scene, moment));
  }

  #play(moment: Moment, text: string): void {
    clearTimeout(this.#momentTimer);
    this.moment = { ...moment, text };
    if (moment.kind === 'reveal') this.#stage.show(moment.station);
    this.#momentTimer = setTimeout(() => this.skip(), LASTS[moment.kind] * (mayMove() ? 1 : 1.5));
  }
}

function momentWords({ about, audience }: Scene, moment: Moment): string {
  const fugitive = fugitiveName(about);
  switch (moment.kind) {
    case 'reveal':
      return t('told.seen', { fugitive, station: moment.station });
    case 'missed':
      return t('moment.missed', { station: moment.station });
    case 'asked':
      return audience === 'fugitive' ? askedOfYou(about, moment) : spentTold(about, moment);
    case 'double':
      return t('told.double', { fugitive });
    case 'black':
      return printed(about, 'told.by_black', { fugitive });
  }
}
