// The stations in the fog: the drawing of each as the fog's picture has it.
import type { FogPicture, Shade } from './picture';

/** Stations that change within so many milliseconds of each other change together: each time the drawing
 * is painted anew. */
const TOGETHER = 110;

function shadeNow({ classList }: SVGGElement): Shade {
  if (classList.contains('candidate')) return 'candidate';
  return classList.contains('fogged') ? 'fogged' : 'plain';
}

function put({ classList }: SVGGElement, shade: Shade): void {
  classList.toggle('candidate', shade === 'candidate');
  classList.toggle('fogged', shade === 'fogged');
}

/** Shades the stations of a drawing, one after the other as news travel, or all at once. Gives what calls it
 * off. */
export function shadeStations(drawn: SVGSVGElement, picture: FogPicture | null, atOnce: boolean): () => void {
  const waves = new Map<number, [SVGGElement, Shade][]>();
  for (const group of drawn.querySelectorAll<SVGGElement>('[data-station]')) {
    const station = Number(group.dataset.station);
    const shade = picture?.shade(station) ?? 'plain';
    if (shade === shadeNow(group)) continue;
    const delay = atOnce || !picture ? 0 : Math.round(picture.delay(station) / TOGETHER) * TOGETHER;
    waves.set(delay, [...(waves.get(delay) ?? []), [group, shade]]);
  }
  const timers = [...waves].map(([delay, changed]) => {
    const change = (): void => changed.forEach(([group, shade]) => put(group, shade));
    if (delay > 0) return setTimeout(change, delay + TOGETHER);
    change();
    return undefined;
  });
  return () => timers.forEach((timer) => clearTimeout(timer));
}
