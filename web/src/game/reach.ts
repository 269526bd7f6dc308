// Which stations the hunters could enter in their next turn, by their lines and tickets. A help for
// the fugitive's eye; what is legal is decided elsewhere.
import type { Board } from '../board/board';
import type { GameFace, Scene } from '../protocol/messages';
import { isBobby } from '../protocol/names';
import { purseOf } from '../state/seats';

export function reach(board: Board, scene: Scene, game: GameFace): Set<number> {
  const found = new Set<number>();
  for (const { hunter, station } of game.state.hunters) {
    if (station === null) continue;
    const purse = purseOf(scene, game, hunter);
    for (const { transport, to } of board.connections(station)) {
      if (transport === 'ferry') continue;
      const closed = scene.settings.edition === 'beginner' && transport === 'underground';
      const pays = isBobby(hunter) || game.state.purses.length === 0 || (purse?.[transport] ?? 0) > 0;
      if (pays && !closed) found.add(to);
    }
  }
  return found;
}
