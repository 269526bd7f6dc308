// The drawing of a board as the server makes it.
import type { Board, Point, Transport } from './board';

/** The two halves of a drawing, with what lies between them left to the page: the ground with its
 * lines, and the stations. The style is apart, as the pages' policy allows no inline style. */
export interface Drawing {
  ground: SVGSVGElement;
  stations: SVGSVGElement;
  style: string;
}

const ABOVE = ['badges', 'stations', 'edge'];

export function splitDrawing(text: string): Drawing {
  let css = '';
  const bare = text.replace(/<style>([^]*?)<\/style>/, (_, style: string) => {
    css = style;
    return '';
  });
  const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  const ground = document.importNode(parsed, true) as unknown as SVGSVGElement;
  ground.querySelector('title')?.remove();
  ground.querySelector('desc')?.remove();
  const stations = ground.cloneNode(false) as SVGSVGElement;
  for (const half of [ground, stations]) {
    half.setAttribute('aria-hidden', 'true');
    half.removeAttribute('role');
  }
  // The fog hides no name of a quarter.
  const numerals = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  numerals.append(...ground.querySelectorAll('.numeral'));
  stations.append(numerals);
  for (const child of [...ground.children]) {
    if (ABOVE.includes(child.getAttribute('class') ?? '')) stations.append(child);
  }
  return { ground, stations, style: css };
}

/** Where the small signs beside the stations are. */
export function signsOf(drawing: Drawing | null): Point[] {
  const drawn = [...(drawing?.stations.querySelectorAll('use[data-mark]') ?? [])];
  return drawn.map((use) => ({ x: Number(use.getAttribute('x')), y: Number(use.getAttribute('y')) }));
}

/** How a station is drawn without a transport. */
const WITHOUT: Partial<Record<Transport, Record<string, string>>> = {
  bus: { 'fb-bus': 'fb-taxi', 'fb-tubebus': 'fb-tube' },
  underground: { 'fb-tube': 'fb-taxi', 'fb-tubebus': 'fb-bus' },
};

/** The map without the transports that are closed: their lines, and their part of the stations. */
export function close({ ground, stations }: Drawing, closed: readonly Transport[]): void {
  for (const transport of closed) {
    ground.querySelectorAll(`.${transport}, .knot-${transport}`).forEach((drawn) => drawn.remove());
    for (const use of stations.querySelectorAll('[data-station] use')) {
      const other = WITHOUT[transport]?.[use.getAttribute('href')?.slice(1) ?? ''];
      if (other === undefined) continue;
      use.setAttribute('href', `#${other}`);
      const number = use.nextElementSibling;
      if (transport === 'underground') number?.removeAttribute('class');
    }
  }
}

/** The drawn path of a line, from one end to the other. */
export function linePath(
  ground: SVGSVGElement | null,
  from: number,
  to: number,
  transports: readonly Transport[],
): { path: SVGPathElement; reversed: boolean } | null {
  if (!ground) return null;
  const [a, b] = from < to ? [from, to] : [to, from];
  for (const transport of transports) {
    const found = ground.querySelectorAll<SVGPathElement>(`.${transport} path[data-a="${a}"][data-b="${b}"]`);
    const path = found[found.length - 1];
    if (path) return { path, reversed: from !== a };
  }
  return null;
}

/** The way from one station to another as the path of a drawing: along a line of one of the
 * transports, or straight where none is drawn. */
export function pathBetween(
  drawing: Drawing | null,
  board: Board,
  from: number,
  to: number,
  transports: readonly Transport[],
): string {
  const line = linePath(drawing?.ground ?? null, from, to, transports);
  if (line) return line.path.getAttribute('d') ?? '';
  const [a, b] = [board.at(from), board.at(to)];
  return `M${a.x} ${a.y}L${b.x} ${b.y}`;
}
