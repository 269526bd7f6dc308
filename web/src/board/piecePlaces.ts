// Where pieces stand: on their station or right beside it, never nearer to another one. The places follow from the
// board alone, so that no piece moves because of another; they are chosen together, so that no two pieces hide one
// another, and no piece a number that is not its own.
import type { Board, Point } from './board';

export interface Offset {
  dx: number;
  dy: number;
}

/** How large pieces are drawn: as a figure is, times this. */
export const SIZE = 1.5;

const WIDTH = 14 * SIZE;
const HEIGHT = 25 * SIZE;
const DISC = 9.5;
const SIGN = 6;
/** Farther away nothing is covered. */
const NEAR = 90;

/** Places for the foot of a piece, from the nicest on. */
const PLACES: readonly Offset[] = [
  { dx: 0, dy: -8 },
  { dx: 9, dy: -7 },
  { dx: -9, dy: -7 },
  { dx: 14, dy: -4 },
  { dx: -14, dy: -4 },
  { dx: 18, dy: 2 },
  { dx: -18, dy: 2 },
  { dx: 20, dy: 8 },
  { dx: -20, dy: 8 },
  { dx: 19, dy: 14 },
  { dx: -19, dy: 14 },
];

/** A station as seen from the others, in units of the drawing. */
interface Site extends Point {
  id: number;
  near: Site[];
  signs: Point[];
  /** Which of the places a hunter stands on. */
  place: number;
  /** What each place costs, whoever else is there. */
  costs: number[];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxAt({ x, y }: Point, { dx, dy }: Offset): Box {
  return { left: x + dx - WIDTH / 2, right: x + dx + WIDTH / 2, top: y + dy - HEIGHT, bottom: y + dy };
}

/** How far a box reaches into a disc. */
function reach({ left, right, top, bottom }: Box, disc: Point, radius: number): number {
  const x = Math.max(left, Math.min(disc.x, right));
  const y = Math.max(top, Math.min(disc.y, bottom));
  return Math.max(0, radius - Math.hypot(disc.x - x, disc.y - y));
}

/** Which part of a piece another one lies over. */
function shared(a: Box, b: Box): number {
  const width = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
  const height = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return (width * height) / (WIDTH * HEIGHT);
}

/** A little is nothing, much is worse than anything else. */
function crowding(part: number): number {
  return part * 14 + Math.max(0, part - 0.25) * 150;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export class PiecePlaces {
  readonly #hunters = new Map<number, Offset>();
  readonly #his = new Map<number, Offset>();

  /** @param signs what is drawn beside the stations */
  constructor(board: Board, signs: readonly Point[] = []) {
    const sites = sitesOf(board, signs);
    settle(sites);
    for (const site of sites) {
      const scaled = ({ dx, dy }: Offset): Offset => ({ dx: dx * board.unit, dy: dy * board.unit });
      this.#hunters.set(site.id, scaled(PLACES[site.place]!));
      this.#his.set(site.id, scaled(PLACES[secondPlace(site)]!));
    }
  }

  /** Where a piece stands, seen from its station: the fugitive has a place of his own, as has the figure where he was
   * seen last, beside whoever comes there. */
  at(station: number, his: boolean): Offset {
    return (his ? this.#his : this.#hunters).get(station) ?? { dx: 0, dy: 0 };
  }
}

function sitesOf(board: Board, signs: readonly Point[]): Site[] {
  const { unit, extent } = board;
  const scaled = ({ x, y }: Point): Point => ({ x: x / unit, y: y / unit });
  const drawn = signs.map(scaled);
  const sites = board.stations.map((station): Site => {
    const at = scaled(station);
    const beside = drawn.filter((sign) => distance(sign, at) < NEAR);
    return { ...at, id: station.id, near: [], signs: beside, place: 0, costs: [] };
  });
  const [left, top, width] = [extent[0] / unit, extent[1] / unit, extent[2] / unit];
  const frame = { left: left + 8, right: left + width - 8, top: top + 8 };
  for (const site of sites) {
    site.near = sites.filter((other) => other !== site && distance(other, site) < NEAR);
    site.costs = PLACES.map((place, rank) => cost(site, place, frame) + rank * 0.25);
    site.place = site.costs.indexOf(Math.min(...site.costs));
  }
  return sites;
}

function cost(site: Site, place: Offset, frame: Omit<Box, 'bottom'>): number {
  const box = boxAt(site, place);
  const foot = { x: site.x + place.dx, y: site.y + place.dy };
  let sum = reach(box, site, DISC) * 0.6;
  for (const other of site.near) {
    sum += reach(box, other, DISC) * 1.2;
    if (distance(foot, other) < distance(foot, site) + 4) sum += 60;
  }
  for (const sign of site.signs) sum += reach(box, sign, SIGN) * 0.4;
  return box.top < frame.top || box.left < frame.left || box.right > frame.right ? sum + 20 : sum;
}

/** What a place costs beside the hunters of other stations. */
function among(site: Site, rank: number): number {
  const box = boxAt(site, PLACES[rank]!);
  return site.near.reduce(
    (sum, other) => sum + crowding(shared(box, boxAt(other, PLACES[other.place]!))),
    site.costs[rank]!,
  );
}

function cheapest(price: (rank: number) => number): number {
  const prices = PLACES.map((_, rank) => price(rank));
  return prices.indexOf(Math.min(...prices));
}

/** Each takes the place that is best beside the others, until nobody wants another. */
function settle(sites: Site[]): void {
  for (let round = 0; round < 20; round += 1) {
    let moved = false;
    for (const site of sites) {
      const best = cheapest((rank) => among(site, rank));
      if (best === site.place || among(site, best) > among(site, site.place) - 1e-6) continue;
      [site.place, moved] = [best, true];
    }
    if (!moved) return;
  }
}

/** The place beside a hunter who stands there. */
function secondPlace(site: Site): number {
  const taken = boxAt(site, PLACES[site.place]!);
  return cheapest((rank) => among(site, rank) + crowding(shared(boxAt(site, PLACES[rank]!), taken)));
}
