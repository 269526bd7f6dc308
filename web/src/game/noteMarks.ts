// What is noted on the board, as marks: pure functions.
import type { NoteMark, PlanMark, Sign } from '../board/types';
import { t } from '../i18n/index.svelte';
import type { GameFace, Scene } from '../protocol/messages';
import { nameOfGuest, stationOf } from '../state/seats';
import { hunterName, look } from './words';

/** The marks of the team. */
export function teamNotes(scene: Scene, game: GameFace): NoteMark[] {
  return game.marks.map(({ station, sign, guest }) => {
    const label = t('note.of_team', { name: nameOfGuest(scene, guest), station, sign: t(`sign.${sign}`) });
    return { kind: 'note', station, sign, own: false, label };
  });
}

/** One's own marks. */
export function ownNotes(marks: ReadonlyMap<number, Sign>): NoteMark[] {
  return [...marks].map(([station, sign]) => {
    const label = t('note.own', { station, sign: t(`sign.${sign}`) });
    return { kind: 'note', station, sign, own: true, label };
  });
}

/** The moves that the team plans. */
export function plannedMoves({ about }: Scene, game: GameFace): PlanMark[] {
  return game.plans.map(({ hunter, to }) => {
    const label = t('plan.of', { hunter: hunterName(about, hunter), station: to });
    return { kind: 'plan', station: to, from: stationOf(game, hunter), look: look(about, hunter), label };
  });
}
