// Targets that are out of sight: told at the edge of the screen.
import type { Board } from './board';
import { type Camera, type Covered, type Size, toScreen } from './camera';

export interface EdgeMark {
  station: number;
  x: number;
  y: number;
}

export function edgeMarks(
  board: Board,
  targets: Iterable<number>,
  camera: Camera,
  { width, height }: Size,
  covered: Covered,
): EdgeMark[] {
  if (width === 0) return [];
  const [highest, lowest] = [covered.above, height - covered.below];
  const found: EdgeMark[] = [];
  for (const station of targets) {
    const { x, y } = toScreen(camera, board.at(station));
    if (x > 8 && y > highest + 8 && x < width - 8 && y < lowest - 8) continue;
    const at = {
      station,
      x: Math.max(22, Math.min(width - 22, x)),
      y: Math.max(highest + 16, Math.min(lowest - 16, y)),
    };
    // Beside one another, not on top of one another: along the edge, towards the middle.
    const crowded = () => found.some((other) => Math.abs(other.x - at.x) < 42 && Math.abs(other.y - at.y) < 32);
    const upright = x <= 8 || x >= width - 8;
    for (let tries = 0; tries < 12 && crowded(); tries += 1) {
      if (upright) at.y += at.y < (highest + lowest) / 2 ? 33 : -33;
      else at.x += at.x < width / 2 ? 43 : -43;
    }
    found.push(at);
  }
  return found;
}
