// What a board shows of a game: pure functions from a scene, and from what is being chosen.
import type { LastMove, Mark, Piece, Possible, RouteLeg, Target } from '../board/types';
import { list, percent, t } from '../i18n/index.svelte';
import type { Action, FugitiveEvent, GameFace, LogSlot, Scene, Ticket, You } from '../protocol/messages';
import type { Draft } from '../state/draft';
import { huntersOf, nameOfGuest, stationOf } from '../state/seats';
import { fugitiveMove, transportsOf, transportsOfSlot } from './lastMoves';
import { crimeMark, fugitivePiece, type Hands, hunterPieces, lastSeen, roadblocks } from './pieces';
import { fugitiveName, look, ticketName, type Wording } from './words';

/** How bright a station is where all are the same. */
export const EVEN = 0.7;

/** His last move, as far as who looks knows it: his own, one that was seen, or all at the end. */
function knownMove({ own, ending, log }: GameFace): LastMove | undefined {
  if (own) return fugitiveMove(own.start, own.route, log);
  if (ending) return fugitiveMove(ending.start, ending.route, log);
  const seen = log.map(({ at }) => at);
  return fugitiveMove(null, seen, log);
}

export function piecesOf({ about }: Scene, game: GameFace, events: FugitiveEvent[], hands?: Hands): Piece[] {
  const found = hunterPieces(about, game.state, events, hands);
  const at = game.own?.at ?? game.ending?.route.at(-1) ?? game.state.shown;
  const seen = lastSeen(game.log);
  if (at !== null && at !== undefined) {
    found.push(fugitivePiece(about, at, knownMove(game), game.own !== undefined));
  } else if (seen !== null && game.ending === null) {
    const label = t('board.ghost', { fugitive: fugitiveName(about) });
    found.push({ id: 'ghost', look: { figure: 'ghost', colour: 5 }, station: seen, label });
  }
  return found;
}

/** Stations that hunters could enter next turn, where the fugitive is helped. */
export function dangerOf({ settings }: Scene, { own }: GameFace): ReadonlySet<number> {
  return new Set(settings.assist === 'off' ? [] : own?.threatened);
}

/** The stations that can be chosen, each with its tickets. */
export function targetsOf(
  wording: Wording,
  lit: Map<number, Ticket[]>,
  chosen: number | null,
  danger: ReadonlySet<number>,
): Map<number, Target> {
  const found = new Map<number, Target>();
  for (const [station, tickets] of lit) {
    const names = tickets.map((ticket) => ticketName(wording, ticket));
    const label =
      names.length > 0
        ? t('board.target_by', { station, tickets: list(names, 'disjunction') })
        : t('board.target', { station });
    found.set(station, { label, chosen: chosen === station, danger: danger.has(station) });
  }
  return found;
}

/** The hunters' moves after which the piece could never move again. */
export function strandingOf({ actions, strands }: GameFace): ReadonlySet<Action> {
  return new Set(strands?.map((place) => actions[place]).filter((action) => action !== undefined));
}

/** Where he can be: the likeliest station is the brightest; all the same where nothing is told of that.
 * Nothing where no help is given, or when all is known. */
export function possibleOf({ assist, ending }: GameFace): Possible[] | null {
  if (!assist || ending !== null) return null;
  const { possible, weights } = assist;
  if (!weights) return possible.map((station) => ({ station, weight: EVEN }));
  const most = Math.max(1, ...weights);
  return possible.map((station, index) => {
    const chance = weights[index] ?? 0;
    return { station, weight: chance / most, chance: percent(chance) };
  });
}

/** Where the hunters learnt the last thing about him: where they went, where he was seen, or from where
 * his last ticket led. */
export function learntAt(events: readonly FugitiveEvent[], log: readonly LogSlot[]): number | null {
  const last = events.findLast(({ event }) => event === 'hunted' || event === 'moved' || event === 'opened');
  if (last?.event === 'hunted') return last.to;
  if (last?.event === 'opened') return last.at;
  return lastSeen(log);
}

/** How likely he is at a station, in thousandths, if that is told. */
export function likelihood({ assist, ending }: GameFace, station: number): number | undefined {
  if (!assist?.weights || ending !== null) return undefined;
  return assist.weights[assist.possible.indexOf(station)];
}

export function marksOf(scene: Scene, game: GameFace, pointed: number | null): Mark[] {
  const found = roadblocks(game.state);
  for (const action of game.actions) {
    if (action.kind === 'start') found.push({ station: action.at, kind: 'start', label: t('board.start') });
  }
  for (const [station, done] of game.own?.crimes ?? game.ending?.crimes ?? []) found.push(crimeMark(station, done));
  if (pointed !== null) {
    found.push({ station: pointed, kind: 'pointed', label: t('board.pointed', { station: pointed }) });
  }
  const seen = lastSeen(game.log);
  if (game.own && seen !== null && seen !== game.own.at) {
    const fugitive = fugitiveName(scene.about);
    found.push({ station: seen, kind: 'seen', label: t('board.ghost', { fugitive }) });
  }
  return found;
}

/** A move that is proposed, on the board. */
export function hintMarks({ about }: Scene, game: GameFace, action: Action): Mark[] {
  const station = action.kind === 'move' || action.kind === 'hunt' ? action.to : 'at' in action ? action.at : null;
  if (station === null) return [];
  const hunter = action.kind === 'hunt' || action.kind === 'place' ? action.hunter : null;
  const from = action.kind === 'hunt' ? stationOf(game, action.hunter) : (game.own?.at ?? null);
  const face = hunter === null ? ({ figure: 'fugitive', colour: 5 } as const) : look(about, hunter);
  return [{ kind: 'plan', station, from, look: face, label: t('hint.title'), better: true }];
}

/** Where the piece stands that is being moved. */
function origin(game: GameFace, draft: Draft): number | null {
  return draft.hunter === null ? (game.own?.at ?? null) : stationOf(game, draft.hunter);
}

/** His whole way, step by step. */
export function wholeRoute({ start, route }: NonNullable<GameFace['ending']>, log: GameFace['log']): RouteLeg[] {
  const stations = [start ?? route[0], ...route].filter((station) => station !== undefined);
  return stations.slice(1).map((to, order) => {
    return { from: stations[order]!, to, via: transportsOfSlot(log[order]), order };
  });
}

/** At the end his whole way draws itself; before, the move that is being chosen. */
export function routeOf(game: GameFace, draft: Draft, action: Action | undefined): RouteLeg[] {
  if (game.ending) return wholeRoute(game.ending, game.log);
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
  if (game.turn === 'fugitive') return t('turn.of', { name: fugitiveName(scene.about) });
  return game.turn === 'hunters' ? t('turn.hunters') : t('turn.chance');
}

/** Who wishes to take a move back, if one is to be asked. */
export function undoWish(scene: Scene, game: GameFace, you: You | null): string | null {
  const { undo_asked_by: who, undoable } = game;
  if (who === null || who === you?.guest || undoable === null) return null;
  const asked = undoable === 'hunters' ? 'fugitive' : 'hunters';
  return you?.audiences.includes(asked) ? nameOfGuest(scene, who) : null;
}

/** Whether one may ask for one's last move back. */
export function mayUndo(
  { audience, stage }: Scene,
  { undoable, undo_asked_by: asked }: GameFace,
  you: You | null,
): boolean {
  const side = audience === 'fugitive' ? 'fugitive' : 'hunters';
  return stage === 'playing' && (you?.seats.length ?? 0) > 0 && undoable === side && asked === null;
}

/** Whether several people hunt, so that it is worth pointing at a station. */
export function huntTogether(scene: Scene): boolean {
  return huntersOf(scene).size > 1;
}
