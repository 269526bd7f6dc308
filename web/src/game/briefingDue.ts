// Who is briefed, and when: a pure function of the scene and of what this browser remembers.
import type { Scene, You } from '../protocol/messages';

export type BriefedSide = 'hunters' | 'fugitive';

/** The side whose briefing one would read. */
export function briefedSide({ audience }: Pick<Scene, 'audience'>): BriefedSide {
  return audience === 'fugitive' ? 'fugitive' : 'hunters';
}

/** What is remembered of a briefing. */
export function briefingName(scene: Pick<Scene, 'audience' | 'settings'>): string {
  return `${scene.settings.edition} ${briefedSide(scene)}`;
}

/** Whether one's side is to be told of its first game: one plays it, it has only begun, and nobody was told.
 * Whoever comes back into a game that goes on is left alone. */
export function isBriefingDue(scene: Scene, you: You | null, briefed: readonly string[]): boolean {
  const { game, stage, audience } = scene;
  if (!game || stage !== 'playing' || audience === 'spectator' || !you || you.seats.length === 0) return false;
  const { round, filled, hunters } = game.state;
  const begun = audience === 'fugitive' ? filled > 0 : hunters.some(({ moved }) => moved);
  return round <= 1 && !begun && !briefed.includes(briefingName(scene));
}
