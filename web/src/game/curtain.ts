// One screen for both sides: when a curtain hides the game, and for whom it is lifted.
import type { GameFace, Scene, Side, You } from '../protocol/messages';
import { playsBoth } from '../state/seats';

/** One turn of the hunters: it is handed over once. */
export function handOver(game: GameFace): number {
  return game.number * 1000 + game.state.round;
}

/** The side that may lift the curtain; none if there is no curtain.
 * @param handed the turn that was handed over last */
export function curtainFor(scene: Scene, game: GameFace, you: You | null, handed: number): Side | null {
  if (!playsBoth(you) || scene.stage !== 'playing' || game.ending !== null) return null;
  const his = scene.audience === 'fugitive';
  if (game.turn === 'fugitive') return his ? null : 'fugitive';
  if (game.turn !== 'hunters') return null;
  return his || (handed !== handOver(game) && game.state.filled > 0) ? 'hunters' : null;
}

/** Whether the screen still shows what only he may see, though it is not his turn. */
export function showsTooMuch(scene: Scene, game: GameFace, you: You | null): boolean {
  return playsBoth(you) && scene.audience === 'fugitive' && (game.ending !== null || game.turn !== 'fugitive');
}
