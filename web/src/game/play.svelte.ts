// One's side of a game: what the table says, what is being chosen, and what the board shows of both.
import { tick, untrack } from 'svelte';

import { BoardSource } from '../board/source.svelte';
import type { CardAt } from '../board/types';
import type { Action, Ticket } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import { noteBriefed, preferences, type Taps } from '../state/preferences.svelte';
import { hunts, mayMove, ownActions, playsBoth } from '../state/seats';
import type { TableState } from '../state/table.svelte';
import { play as sound } from '../ui/sound';
import { Announcer } from './announcer.svelte';
import { briefingName, isBriefingDue } from './briefingDue';
import { curtainFor, handOver, showsTooMuch } from './curtain';
import { Hint, mayHint } from './hint.svelte';
import { Inspection } from './inspection.svelte';
import {
  choiceStations,
  dangerOf,
  hintMarks,
  huntTogether,
  learntAt,
  likelihood,
  marksOf,
  piecesOf,
  possibleOf,
  routeOf,
  strandingOf,
  targetsOf,
} from './model';
import { gameEvents } from './narrator';
import { ownNotes, plannedMoves, teamNotes } from './noteMarks';
import { Notes } from './notes.svelte';
import { prompt } from './prompt';
import { Reactions } from './reactions.svelte';
import { Selection } from './selection.svelte';

/** What can be done with the board that is shown. */
export interface BoardHandle {
  focus(): void;
  toggleWhole(): void;
  zoomBy(factor: number): void;
  show(stations: number[], also?: number[]): void;
  approach(station: number): void;
  embrace(stations: number[]): void;
  follow(station: number): void;
  centre(station: number): void;
  spot(station: number): { x: number; y: number };
}

/** What lies over the game. */
export type Sheet = 'menu' | 'log' | 'talk' | 'seats' | 'moves' | 'find' | 'tokens' | 'briefing' | 'legend';

/** Without help nothing is marked. */
const none: ReadonlySet<number> = new Set();

export class Play {
  readonly table: TableState;
  readonly source: BoardSource;
  readonly selection: Selection;
  readonly inspection = new Inspection();
  readonly announcer: Announcer;
  readonly notes: Notes;
  readonly reactions: Reactions;
  readonly hint: Hint;
  /** The board on the screen. */
  view = $state.raw<BoardHandle>();
  sheet = $state<Sheet | null>(null);
  #handed = $state(0);

  readonly scene = $derived.by(() => this.table.scene!);
  readonly game = $derived.by(() => this.scene.game!);
  readonly you = $derived.by(() => this.table.you);
  readonly over = $derived.by(() => this.game.ending !== null);
  readonly offline = $derived.by(() => this.table.link !== 'open');
  /** What one may decide now. */
  readonly own = $derived.by(() => (this.table.busy ? [] : ownActions(this.scene, this.you)));
  readonly mine = $derived(this.own.length > 0);
  readonly prompt = $derived.by(() =>
    prompt(this.scene, this.game, this.you, this.own, this.selection.draft, this.table.ahead),
  );
  /** For whom a curtain is lifted; none if nothing is hidden. */
  readonly curtain = $derived.by(() => curtainFor(this.scene, this.game, this.you, this.#handed));
  readonly selected = $derived.by((): Hunter | null => (this.mine ? this.selection.draft.hunter : null));

  readonly #events = $derived.by(() => gameEvents(this.table.events));
  /** The hunters that one moves, now or later. */
  readonly #ownHunters = $derived.by(() =>
    this.scene.movers.map(({ hunter }) => hunter).filter((hunter) => mayMove(this.scene, this.you, hunter)),
  );
  readonly pieces = $derived.by(() =>
    piecesOf(this.scene, this.game, this.#events, {
      own: this.#ownHunters,
      movers: this.selection.movers,
      selected: this.selected,
    }),
  );
  readonly #danger = $derived.by(() => (preferences.hints ? dangerOf(this.scene, this.game) : none));
  readonly targets = $derived.by(() =>
    targetsOf(this.scene.about, this.selection.lit, this.selection.draft.to, this.#danger),
  );
  readonly possible = $derived.by(() => (preferences.hints ? possibleOf(this.game) : null));
  readonly learntAt = $derived.by(() => learntAt(this.#events, this.game.log));
  /** The moves after which the piece could never move again. */
  readonly #strands = $derived.by(() => strandingOf(this.game));
  readonly #notes = $derived.by(() => [
    ...plannedMoves(this.scene, this.game),
    ...teamNotes(this.scene, this.game),
    ...ownNotes(this.notes.own.marks),
  ]);
  /** At the end the notes make room for the route. */
  readonly marks = $derived.by(() => [
    ...marksOf(this.scene, this.game, this.announcer.pointed),
    ...(this.over ? [] : this.#notes),
    ...(this.hint.shown ? hintMarks(this.scene, this.game, this.hint.shown.action) : []),
  ]);
  readonly route = $derived.by(() => routeOf(this.game, this.selection.draft, this.selection.likely));
  /** The station of each of his slots, where it is known to who looks. */
  readonly hisRoute = $derived.by(() => this.game.own?.route ?? this.game.ending?.route ?? []);
  /** Where he is at the end. */
  readonly lastStop = $derived.by(() => {
    const { ending } = this.game;
    return ending ? (ending.route.at(-1) ?? ending.start) : null;
  });
  /** The card on the board: the tickets of a station that was chosen, or a station that is looked at. */
  readonly card = $derived.by((): CardAt | null => {
    const { draft, tickets } = this.selection;
    if (draft.to !== null && tickets.length > 0) return { kind: 'tickets', station: draft.to };
    const { station } = this.inspection;
    return station === null ? null : { kind: 'station', station };
  });
  readonly mayPoint = $derived.by(
    () => this.inspection.pinned && huntTogether(this.scene) && hunts(this.scene, this.you) && !this.over,
  );

  /** To be made while a component is. */
  constructor(table: TableState) {
    this.table = table;
    this.source = new BoardSource(
      () => this.scene.about.board,
      () => this.scene.about.closed,
    );
    this.notes = new Notes(table);
    this.reactions = new Reactions(table);
    this.hint = new Hint(table);
    this.selection = new Selection(() => this.own);
    this.announcer = new Announcer(table, () => this.mine && this.curtain === null, {
      show: (station) => this.view?.show([station]),
      follow: (station) => this.view?.follow(station),
      goBack: () => this.#showOwn(),
    });
    this.#keepChoiceInSight();
    this.#keepSidesApart();
    this.#brief();
    this.#showEnd();
    $effect(() => {
      const { station } = this.inspection;
      if (station !== null && this.game.assist && preferences.hints && !this.over) this.table.explain(station);
    });
  }

  /** Whether one may take a hint now. */
  get mayHint(): boolean {
    return this.mine && !this.over && this.curtain === null && mayHint(this.scene, this.you);
  }

  /** Asks for a hint: for the piece that is chosen, or for any that can be moved. */
  askHint(): void {
    const { hunter } = this.selection.draft;
    void this.hint.ask(hunter === null ? this.selection.movers : [hunter]);
  }

  /** Whether a move would leave its piece no way on. */
  strands(action: Action): boolean {
    return this.#strands.has(action);
  }

  /** How likely he is at a station, if that is told. */
  likelihood(station: number): number | undefined {
    return preferences.hints ? likelihood(this.game, station) : undefined;
  }

  /** A station was picked on the board. */
  pick(station: number): void {
    this.announcer.endMoment();
    const standing = this.game.state.hunters.find((hunter) => hunter.station === station)?.hunter;
    const { meant, send } = this.selection.pick(station, standing, (action) => this.#taps(action));
    if (send) this.send(send);
    else if (meant) this.inspection.close();
    else this.inspection.toggle(station);
  }

  /** When a decision is sent: one that strands a piece is never played by one tap. */
  #taps(action: Action): Taps {
    return preferences.taps === 'first' && this.strands(action) ? 'second' : preferences.taps;
  }

  /** A ticket was chosen for the station that was picked. */
  chooseTicket(ticket: Ticket): void {
    const action = this.selection.chooseTicket(ticket, (chosen) => this.#taps(chosen));
    if (action) this.send(action);
  }

  inspect(station: number | null, how: 'hover' | 'press'): void {
    if (how === 'press' && station === null) this.announcer.skip();
    if (how === 'press') this.inspection.pin(station);
    else this.inspection.hover(station, () => this.selection.draft.to === null);
  }

  send(action: Action): void {
    this.table.act(action);
    this.selection.clear();
    this.inspection.close();
    sound('move');
    this.#keepKeys();
  }

  /** Sends what was chosen in something that lies over the game. */
  sendFromSheet(action: Action): void {
    this.send(action);
    this.sheet = null;
  }

  /** Brings a station near, and tells of it. */
  find(station: number): void {
    this.view?.approach(station);
    this.inspection.pin(station);
    this.sheet = null;
  }

  lift(): void {
    if (this.curtain === 'fugitive') this.table.look('fugitive');
    else this.#handed = handOver(this.game);
  }

  /** Whether the fugitive may hide his side before his turn is over. */
  get mayLower(): boolean {
    const { audience, stage } = this.scene;
    const his = audience === 'fugitive' && this.game.turn === 'fugitive';
    return his && playsBoth(this.you) && stage === 'playing' && !this.over;
  }

  lower(): void {
    this.table.look('hunters');
  }

  /** The board takes the keys if what had them is gone. */
  #keepKeys(): void {
    void tick().then(() => {
      if (document.activeElement === document.body) this.view?.focus();
    });
  }

  readonly #choice = $derived.by(() => choiceStations(this.game, this.selection.draft, this.selection.lit).join(' '));

  /** Brings what one chooses from into sight, or else one's own pieces. */
  #showOwn(): void {
    if (this.selection.draft.to !== null) return;
    const own = this.pieces.filter((piece) => piece.own).map(({ station }) => station);
    const stations = this.#choice === '' ? own : this.#choice.split(' ').map(Number);
    // As far as there is room, no piece of one's own is cut off.
    this.view?.show(stations, [...own, ...(this.possible ?? []).map(({ station }) => station)]);
  }

  /** A new choice comes into sight, but not before he was seen; other news leave the board where it is. */
  #keepChoiceInSight(): void {
    $effect(() => {
      if (this.#choice === '' || !this.view) return;
      untrack(() => {
        if (this.announcer.moment?.kind !== 'reveal') this.#showOwn();
      });
    });
  }

  /** What one side was looking at is not there for the other. */
  #keepSidesApart(): void {
    $effect(() => {
      if (showsTooMuch(this.scene, this.game, this.you)) this.table.look('hunters');
    });
    const side = $derived(this.scene.audience);
    $effect(() => {
      void side;
      this.inspection.close();
      this.sheet = null;
    });
    let wasCurtain = false;
    $effect(() => {
      if (wasCurtain && this.curtain === null) this.#keepKeys();
      wasCurtain = this.curtain !== null;
    });
  }

  /** Before a first game, once for each side: never over the curtain, nor over anything else. */
  #brief(): void {
    $effect(() => {
      if (this.curtain !== null || !preferences.briefings) return;
      if (!isBriefingDue(this.scene, this.you, preferences.briefed)) return;
      untrack(() => {
        noteBriefed(briefingName(this.scene));
        this.sheet ??= 'briefing';
      });
    });
  }

  /** At the end the board shows where he was caught, and then all of his way. It has its last size only after the
   * panel of the end is there; it may even be a new one. */
  #showEnd(): void {
    $effect(() => {
      const { view, over } = this;
      const { finale } = this.announcer;
      if (!view || !over) return;
      const way = this.route.flatMap(({ from, to }) => [from, to]);
      const { lastStop } = this;
      if (lastStop === null) return;
      const show = () => (finale?.caught ? view.approach(lastStop) : view.embrace([...way, lastStop]));
      const timer = setTimeout(show, 60);
      return () => clearTimeout(timer);
    });
  }

  /** Which side's board it is: on one screen for both, each side has its own. */
  get boardOf(): string {
    return playsBoth(this.you) ? this.scene.audience : '';
  }
}
