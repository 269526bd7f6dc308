// The one thing to do next, in words.
import { list, t } from '../i18n/index.svelte';
import type { Action, GameFace, Scene, You } from '../protocol/messages';
import { isBobby } from '../protocol/names';
import { type Draft, movable, targets } from '../state/draft';
import { stationOf } from '../state/seats';
import { fugitiveName, hunterName, occupantName, seatName } from './words';

export interface Prompt {
  title: string;
  hint: string;
  /** Whether the hint says what must not be missed. */
  urgent?: boolean;
  /** What else is to be known: what he has still to do, who cannot move. */
  notes: string[];
  /** That a bot waits for its turn, and how many come before it. */
  queue?: string;
}

type Step = Omit<Prompt, 'notes' | 'queue'>;

export function prompt(
  scene: Scene,
  game: GameFace,
  you: You | null,
  actions: Action[],
  draft: Draft,
  ahead: number,
): Prompt {
  return {
    ...step(scene, game, you, actions, draft),
    notes: [...crimeNotes(scene, game), ...stuckNotes(scene, game)],
    ...(ahead > 0 && actions.length === 0 ? { queue: t('prompt.queue', { n: ahead }) } : {}),
  };
}

/** The crimes that he has still to commit. */
function crimeNotes({ about }: Scene, { own, ending, turn }: GameFace): string[] {
  if (!own || about.crimes === 0 || ending !== null || turn !== 'fugitive') return [];
  const open = own.crimes.filter(([, done]) => !done).map(([station]) => station);
  const stations = list(open.sort((a, b) => a - b).map(String));
  const none = open.length === own.crimes.length;
  return [t(none ? 'prompt.crimes_all' : 'prompt.crimes', { n: open.length, stations })];
}

/** Hunters that cannot move, in their turn. */
function stuckNotes({ about }: Scene, { stuck, turn }: GameFace): string[] {
  if (turn !== 'hunters') return [];
  return (stuck ?? []).map(({ hunter, why }) => t(`stuck.${why}`, { hunter: hunterName(about, hunter) }));
}

function step(scene: Scene, game: GameFace, you: You | null, actions: Action[], draft: Draft): Step {
  const fugitive = fugitiveName(scene.about);
  if (actions.length === 0) return waiting(scene, game, you);
  const kinds = new Set(actions.map(({ kind }) => kind));
  const next = game.state.filled + 1;
  if (kinds.has('place')) {
    return {
      title: t('prompt.place', { hunter: hunterName(scene.about, draft.hunter ?? 'd1') }),
      hint: t('prompt.place_hint'),
    };
  }
  if (kinds.has('start')) {
    const starts = actions.flatMap((action) => (action.kind === 'start' ? [String(action.at)] : []));
    return { title: t('prompt.start', { stations: list(starts, 'disjunction') }), hint: t('prompt.start_hint') };
  }
  if (kinds.has('land')) return { title: t('prompt.land'), hint: t('prompt.land_hint') };
  if (kinds.has('take')) return { title: t('prompt.take'), hint: t('prompt.take_hint') };
  if (kinds.has('move') || kinds.has('balloon')) {
    const title =
      game.state.phase === 'second' ? t('prompt.second') : draft.double ? t('prompt.first') : t('prompt.move');
    const reveal = scene.about.reveals.includes(next);
    const hidden = scene.about.hidden.includes(next);
    const hint = reveal
      ? t('prompt.reveal', { slot: next })
      : hidden
        ? t('prompt.hidden', { slot: next })
        : scene.about.open_log
          ? t('prompt.open')
          : t('prompt.move_hint', { slot: next });
    return { title, hint, urgent: reveal || hidden };
  }
  if (kinds.has('hunt')) {
    if (draft.hunter === null) {
      const names = movable(actions).map((hunter) => hunterName(scene.about, hunter));
      return { title: t('prompt.piece'), hint: list(names, 'disjunction') };
    }
    const hunter = hunterName(scene.about, draft.hunter);
    const reached = targets(actions, { ...draft, to: null, ticket: null }).size;
    const from = stationOf(game, draft.hunter) ?? 0;
    return { title: t('prompt.hunt', { hunter }), hint: t('prompt.hunt_hint', { n: reached, station: from }) };
  }
  return { title: t('prompt.end_turn'), hint: t('prompt.end_turn_hint', { fugitive }) };
}

function waiting(scene: Scene, game: GameFace, you: You | null): Step {
  const fugitive = fugitiveName(scene.about);
  if (game.turn === 'chance') return { title: t('prompt.chance'), hint: '' };
  if (game.due.includes('fugitive')) {
    return {
      title: t('prompt.wait_fugitive', { fugitive }),
      hint: occupantName(scene, 'fugitive', you?.guest ?? null),
    };
  }
  // When only bobbies are left, whose moves are everybody's, they are what is waited for.
  const left = game.state.hunters.filter(({ moved }) => !moved).map(({ hunter }) => hunter);
  const bobbies = left.length > 0 && left.every(isBobby);
  const names = bobbies
    ? left.map((hunter) => hunterName(scene.about, hunter))
    : game.due.map((seat) => seatName(scene.about, seat));
  const people = [...new Set(game.due.map((seat) => occupantName(scene, seat, you?.guest ?? null)))];
  return { title: t('prompt.wait_hunters', { names: list(names) }), hint: list(people) };
}
