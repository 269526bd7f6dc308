// What a board shows of a game: pure functions from a scene, and from what is being chosen.
import type { Board } from '../board/board';
import type { LastMove, Mark, Piece, Possible, Step, Target } from '../board/types';
import { list, t } from '../i18n/index.svelte';
import type { Action, FugitiveEvent, GameFace, Scene, Ticket, You } from '../protocol/messages';
import type { Hunter } from '../protocol/names';
import type { Draft } from '../state/draft';
import { nameOfGuest, stationOf } from '../state/seats';
import { fugitiveMove, hunterMoves, transportsOf, transportsOfSlot } from './lastMoves';
import { reach } from './reach';
import { fugitiveName, hunterName, look, ticketName } from './words';

/** Where he was seen last. */
export function lastSeen(game: GameFace): number | null {
  return [...game.log].reverse().find((slot) => slot.at !== null)?.at ?? null;
}

/** His last move, as far as who looks knows it: his own, one that was seen, or all at the end. */
function knownMove({ own, ending, log }: GameFace): LastMove | undefined {
  if (own) return fugitiveMove(own.start, own.route, log);
  if (ending) return fugitiveMove(ending.start, ending.route, log);
  const seen = log.map(({ at }) => at);
  return fugitiveMove(null, seen, log);
}

/** The pieces. Those of the movers can be moved; one of them may be selected. */
export function piecesOf(
  scene: Scene,
  game: GameFace,
  events: FugitiveEvent[],
  movers: readonly Hunter[],
  selected: Hunter | null,
): Piece[] {
  const fugitive = fugitiveName(scene.settings.edition);
  const moves = hunterMoves(events);
  const found: Piece[] = [];
  for (const { hunter, station, moved } of game.state.hunters) {
    if (station === null) continue;
    const lastMove = moves.get(hunter);
    found.push({
      id: hunter,
      look: look(scene, hunter),
      station,
      label: hunterName(scene, hunter),
      ready: movers.includes(hunter) && !moved,
      selected: selected === hunter,
      traced: true,
      ...(lastMove ? { lastMove } : {}),
    });
  }
  const at = game.own?.at ?? game.ending?.route.at(-1) ?? game.state.shown;
  const seen = lastSeen(game);
  if (at !== null && at !== undefined) {
    const lastMove = knownMove(game);
    found.push({
      id: 'fugitive',
      look: { figure: 'fugitive', colour: 5 },
      station: at,
      label: fugitive,
      ...(lastMove ? { lastMove } : {}),
    });
  } else if (seen !== null && game.ending === null) {
    const label = t('board.ghost', { fugitive });
    found.push({ id: 'ghost', look: { figure: 'ghost', colour: 5 }, station: seen, label });
  }
  return found;
}

/** Stations that hunters could enter next turn, where the fugitive is helped. */
export function dangerOf(board: Board | null, scene: Scene, game: GameFace): ReadonlySet<number> {
  const helped = scene.view === 'fugitive' && scene.settings.assist !== 'off';
  return board && helped ? reach(board, scene, game) : new Set();
}

/** The stations that can be chosen, each with its tickets. */
export function targetsOf(
  edition: string,
  lit: Map<number, Ticket[]>,
  chosen: number | null,
  danger: ReadonlySet<number>,
): Map<number, Target> {
  const found = new Map<number, Target>();
  for (const [station, tickets] of lit) {
    const names = tickets.map((ticket) => ticketName(edition, ticket));
    const label =
      names.length > 0
        ? t('board.target_by', { station, tickets: list(names, 'disjunction') })
        : t('board.target', { station });
    found.set(station, { label, chosen: chosen === station, danger: danger.has(station) });
  }
  return found;
}

/** Where he can be: the likeliest station has the weight 1; all the same where nothing is told of that. */
export function possibleOf({ assist, ending }: GameFace): Possible[] {
  if (!assist || ending !== null) return [];
  const most = Math.max(1, ...(assist.weights ?? [1]));
  return assist.possible.map((station, index) => ({
    station,
    weight: assist.weights ? (assist.weights[index] ?? 0) / most : 0.35,
  }));
}

/** How likely he is at a station, in thousandths, if that is told. */
export function likelihood({ assist, ending }: GameFace, station: number): number | undefined {
  if (!assist?.weights || ending !== null) return undefined;
  return assist.weights[assist.possible.indexOf(station)];
}

export function marksOf(scene: Scene, game: GameFace, pointed: number | null): Mark[] {
  const found: Mark[] = [];
  for (const station of game.state.case?.roadblocks ?? []) {
    found.push({ station, kind: 'roadblock', label: t('board.roadblock', { station }) });
  }
  for (const [station, done] of game.own?.crimes ?? []) {
    found.push({ station, kind: done ? 'crime-done' : 'crime', label: t('mark.crime') });
  }
  if (pointed !== null) {
    found.push({ station: pointed, kind: 'pointed', label: t('board.pointed', { station: pointed }) });
  }
  const seen = lastSeen(game);
  if (game.own && seen !== null && seen !== game.own.at) {
    const fugitive = fugitiveName(scene.settings.edition);
    found.push({ station: seen, kind: 'seen', label: t('board.ghost', { fugitive }) });
  }
  return found;
}

/** Where the piece stands that is being moved. */
function origin(game: GameFace, draft: Draft): number | null {
  return draft.hunter === null ? (game.own?.at ?? null) : stationOf(game, draft.hunter);
}

/** At the end his whole way draws itself; before, the move that is being chosen. */
export function routeOf(game: GameFace, draft: Draft, action: Action | undefined): Step[] {
  if (game.ending) {
    const { start, route } = game.ending;
    const stations = [start ?? route[0], ...route].filter((station) => station !== undefined);
    return stations.slice(1).map((to, order) => {
      return { from: stations[order]!, to, via: transportsOfSlot(game.log[order]), order };
    });
  }
  const from = origin(game, draft);
  if (draft.to === null || from === null) return [];
  if (!action || (action.kind !== 'move' && action.kind !== 'hunt')) return [];
  return [{ from, to: draft.to, via: transportsOf(action.ticket ?? null, action.kind === 'hunt'), now: true }];
}

/** What should be in sight for a choice: its stations, and last where the piece stands. Of very many
 * stations none is better than another. */
export function choiceStations(game: GameFace, draft: Draft, lit: Map<number, unknown>): number[] {
  const stations = [...lit.keys()];
  if (stations.length === 0 || stations.length >= 24) return [];
  const from = origin(game, draft);
  return from === null ? stations : [...stations, from];
}

/** Whose turn it is, in words. */
export function turnWords(scene: Scene, game: GameFace, mine: boolean): string {
  if (game.ending !== null) return t('turn.over');
  if (mine) return t('turn.yours');
  if (game.turn === 'fugitive') return t('turn.of', { name: fugitiveName(scene.settings.edition) });
  return game.turn === 'hunters' ? t('turn.hunters') : t('turn.chance');
}

/** Who wishes to take a move back, if one is to be asked. */
export function undoWish(scene: Scene, game: GameFace, you: You | null): string | null {
  const { undo_asked_by: who, undoable } = game;
  if (who === null || who === you?.guest || undoable === null) return null;
  const asked = undoable === 'hunters' ? 'fugitive' : 'hunters';
  return you?.views.includes(asked) ? nameOfGuest(scene, who) : null;
}

/** Whether several people hunt, so that it is worth pointing at a station. */
export function huntTogether(scene: Scene): boolean {
  const people = scene.seats.flatMap(({ seat, occupant }) =>
    seat !== 'fugitive' && occupant.kind === 'guest' ? [occupant.guest] : [],
  );
  return new Set(people).size > 1;
}
