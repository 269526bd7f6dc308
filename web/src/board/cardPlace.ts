// Where a card is shown beside its station. The place is an area in which the browser lays the card
// out, so that it is never outside of the screen, however large it turns out to be.
import type { Point } from './board';
import type { Covered, Size } from './camera';

export interface CardPlace {
  /** The edges of the area, from those of the screen. */
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** How much of the free room beside the card is on its left, from 0 to 1. */
  share: number;
  /** At which end of the area the card is. */
  align: 'start' | 'end';
}

const EDGE = 4;
const SIDE = 8;

/** @param at the station on the screen
 * @param gap from the station to the card
 * @param height of the card */
export function placeCard(at: Point, gap: number, height: number, screen: Size, covered: Covered): CardPlace {
  // Clear of the controls if it fits there.
  const fits = screen.height - covered.above - covered.below > height + 2 * EDGE;
  const { above, below } = fits ? covered : { above: 0, below: 0 };
  const [highest, lowest] = [above + EDGE, screen.height - below - EDGE];
  const room = Math.max(1, screen.width - 2 * SIDE);
  const sides = { left: SIDE, right: SIDE, share: Math.max(0, Math.min(1, (at.x - SIDE) / room)) };
  // On the side of the station that has more room, else on the other, else wherever all of it is seen.
  const over = { ...sides, top: highest, bottom: screen.height - (at.y - gap), align: 'end' as const };
  const under = { ...sides, top: at.y + gap, bottom: screen.height - lowest, align: 'start' as const };
  const places = at.y > screen.height * 0.42 ? [over, under] : [under, over];
  const good = places.find(
    ({ top, bottom }) => top >= highest && screen.height - bottom <= lowest && screen.height - bottom - top >= height,
  );
  return good ?? { ...sides, top: highest, bottom: screen.height - lowest, align: 'end' };
}
