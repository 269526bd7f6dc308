// A board as data.

export type Transport = 'taxi' | 'bus' | 'underground' | 'ferry';

export interface Point {
  x: number;
  y: number;
}

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

  at(id: number): Point {
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
