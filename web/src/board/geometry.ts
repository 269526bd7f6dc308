// A board as data, and its drawing as the server makes it.
import { getJson, request } from '../protocol/http';

export type Transport = 'taxi' | 'bus' | 'underground' | 'ferry';

export interface StationData {
  id: number;
  x: number;
  y: number;
  marks: string[];
}

export interface BoardFile {
  name: string;
  title: string;
  note: string | null;
  width: number;
  height: number;
  /** Not told by servers before it was needed; a browser may have kept such an answer. */
  station_radius?: number;
  stations: StationData[];
  lines: { transport: Transport; a: number; b: number }[];
}

export interface Connection {
  transport: Transport;
  to: number;
}

/** A board, ready for looking things up. */
export class Board {
  readonly name: string;
  readonly title: string;
  readonly stations: StationData[];
  /** How large stations, and what stands on them, are drawn: 1 on the board of London. */
  readonly unit: number;
  /** What the drawing covers: left, top, width, height. */
  readonly extent: readonly [number, number, number, number];
  readonly #byId = new Map<number, StationData>();
  readonly #lines = new Map<number, Connection[]>();

  constructor(file: BoardFile) {
    this.name = file.name;
    this.title = file.title;
    this.stations = file.stations;
    this.unit = (file.station_radius ?? 9) / 9;
    const margin = 0.028 * Math.max(file.width, file.height);
    this.extent = [-margin, -margin, file.width + 2 * margin, file.height + 2 * margin];
    for (const station of file.stations) this.#byId.set(station.id, station);
    const add = (from: number, to: number, transport: Transport) => {
      const known = this.#lines.get(from) ?? [];
      known.push({ transport, to });
      this.#lines.set(from, known);
    };
    for (const { transport, a, b } of file.lines) {
      add(a, b, transport);
      add(b, a, transport);
    }
  }

  station(id: number): StationData | undefined {
    return this.#byId.get(id);
  }

  at(id: number): { x: number; y: number } {
    return this.#byId.get(id) ?? { x: 0, y: 0 };
  }

  connections(id: number): Connection[] {
    return this.#lines.get(id) ?? [];
  }

  /** The station next to a point, if one is near enough. */
  nearest(x: number, y: number, reach: number): number | null {
    let best: number | null = null;
    let least = reach * reach;
    for (const station of this.stations) {
      const distance = (station.x - x) ** 2 + (station.y - y) ** 2;
      if (distance < least) [best, least] = [station.id, distance];
    }
    return best;
  }
}

const boards = new Map<string, Promise<Board>>();

export function loadBoard(name: string): Promise<Board> {
  let board = boards.get(name);
  if (!board) {
    board = getJson<BoardFile>(`/api/boards/${name}`).then((file) => new Board(file));
    board.catch(() => boards.delete(name));
    boards.set(name, board);
  }
  return board;
}

/** The two halves of a drawing, with what lies between them left to the page: the ground with its
 * lines, and the stations. The style is apart, as the pages' policy allows no inline style. */
export interface Drawing {
  ground: SVGSVGElement;
  stations: SVGSVGElement;
  style: string;
}

const ABOVE = ['badges', 'stations', 'edge'];

export async function loadDrawing(name: string, night: boolean): Promise<Drawing> {
  const response = await request(`/api/boards/${name}.svg?theme=${night ? 'night' : 'day'}`);
  return splitDrawing(await response.text());
}

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
  for (const child of [...ground.children]) {
    if (ABOVE.includes(child.getAttribute('class') ?? '')) stations.append(child);
  }
  return { ground, stations, style: css };
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
