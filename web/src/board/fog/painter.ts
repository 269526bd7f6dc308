// The fog as a small picture over the streets, painted anew when it drifts or when lights change. The
// browser stretches it over the board, so that panning and zooming paint nothing.
import type { Board, Point } from '../board';
import { type Drawing, linePath, pathBetween } from '../drawing';
import type { Lights } from './lights';
import { type Colour, tile, TILE } from './texture';

/** Pixels of the picture's longer side: fog has no edges, so few are enough. */
const LENGTH = 460;

/** How far light reaches, in units of the board. */
const LAMP = 50;
const CLEAR = 58;
/** Between two lamps of a street. */
const LAMPS_APART = 26;

export interface Weather {
  /** What dims the streets, with its strength. */
  veil: Colour;
  veilStrength: number;
  smoke: Colour;
  smokeStrength: number;
  lamp: Colour;
  lampStrength: number;
}

/** By day a mist with sun, by night fog and lamps. */
export const WEATHER: Record<'day' | 'night', Weather> = {
  day: {
    veil: [244, 238, 224],
    veilStrength: 0.6,
    smoke: [255, 253, 247],
    smokeStrength: 0.62,
    lamp: [255, 190, 64],
    lampStrength: 0.62,
  },
  night: {
    veil: [12, 18, 25],
    veilStrength: 0.42,
    smoke: [121, 139, 155],
    smokeStrength: 0.46,
    lamp: [255, 178, 78],
    lampStrength: 0.5,
  },
};

const NIGHT: Colour = [8, 12, 17];

/** A street between two stations where he can be. */
interface Street {
  a: number;
  b: number;
  path: Path2D;
  lamps: Point[];
}

function css([red, green, blue]: Colour, alpha: number): string {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

function canvas(width: number, height: number): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  [element.width, element.height] = [width, height];
  return element.getContext('2d')!;
}

/** A soft round light. */
function glow(colour: Colour): HTMLCanvasElement {
  const context = canvas(64, 64);
  const light = context.createRadialGradient(32, 32, 0, 32, 32, 32);
  for (const [at, alpha] of [
    [0, 1],
    [0.35, 0.86],
    [0.65, 0.36],
    [1, 0],
  ] as const) {
    light.addColorStop(at, css(colour, alpha));
  }
  context.fillStyle = light;
  context.fillRect(0, 0, 64, 64);
  return context.canvas;
}

export class FogPainter {
  readonly #screen: CanvasRenderingContext2D;
  readonly #air: CanvasRenderingContext2D;
  readonly #lamps: CanvasRenderingContext2D;
  readonly #weather: Weather;
  readonly #smoke: CanvasPattern;
  readonly #hole: HTMLCanvasElement;
  readonly #lamp: HTMLCanvasElement;
  readonly #board: Board;
  readonly #drawing: Drawing | null;
  readonly #night: boolean;
  readonly #scale: number;
  readonly #streets = new Map<string, Street>();

  constructor(target: HTMLCanvasElement, board: Board, drawing: Drawing | null, night: boolean) {
    const [, , width, height] = board.extent;
    this.#scale = LENGTH / Math.max(width, height);
    [target.width, target.height] = [Math.round(width * this.#scale), Math.round(height * this.#scale)];
    this.#screen = target.getContext('2d')!;
    this.#air = canvas(target.width, target.height);
    this.#lamps = canvas(target.width, target.height);
    this.#weather = WEATHER[night ? 'night' : 'day'];
    this.#smoke = this.#screen.createPattern(tile(this.#weather.smoke), 'repeat')!;
    this.#hole = glow([0, 0, 0]);
    this.#lamp = glow(this.#weather.lamp);
    [this.#board, this.#drawing, this.#night] = [board, drawing, night];
  }

  /** Takes the lights as they are now. */
  light(lights: Lights): void {
    const [air, lamps] = [this.#air, this.#lamps];
    for (const context of [air, lamps]) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      const [left, top] = this.#board.extent;
      context.setTransform(this.#scale, 0, 0, this.#scale, -left * this.#scale, -top * this.#scale);
    }
    for (const street of this.#litStreets(lights)) this.#lightStreet(street, lights);
    const { unit } = this.#board;
    for (const [station, { clear, lamp }] of lights) {
      const at = this.#board.at(station);
      this.#put(air, this.#hole, at, CLEAR * unit, clear);
      if (lamp > 0)
        this.#put(lamps, this.#lamp, at, LAMP * unit * (0.7 + 0.5 * lamp), lamp * this.#weather.lampStrength);
    }
  }

  /** Paints the fog of a moment.
   * @param thickness 1 where knowledge is shown, less for weather alone
   * @param darkness how far everything but the lights is dimmed, from 0 to 1 */
  paint(seconds: number, thickness: number, darkness: number): void {
    const { veil, veilStrength, smokeStrength } = this.#weather;
    const screen = this.#screen;
    const { width, height } = screen.canvas;
    screen.setTransform(1, 0, 0, 1, 0, 0);
    screen.globalCompositeOperation = 'copy';
    screen.fillStyle = css(veil, veilStrength * thickness);
    screen.fillRect(0, 0, width, height);
    screen.globalCompositeOperation = 'source-over';
    screen.fillStyle = this.#smoke;
    for (const [size, across, down, share] of [
      [1.7, 3.4, 0.7, 1],
      [1.05, -2.1, 1.1, 0.55],
    ] as const) {
      const drift = (speed: number) => (seconds * speed) % (TILE * size);
      screen.setTransform(size, 0, 0, size, drift(across), drift(down));
      screen.globalAlpha = smokeStrength * thickness * share;
      screen.fillRect(-TILE * 2, -TILE * 2, width / size + TILE * 4, height / size + TILE * 4);
    }
    screen.globalAlpha = 1;
    screen.setTransform(1, 0, 0, 1, 0, 0);
    if (darkness > 0) {
      screen.fillStyle = css(NIGHT, 0.62 * darkness);
      screen.fillRect(0, 0, width, height);
    }
    screen.globalCompositeOperation = 'destination-out';
    screen.drawImage(this.#air.canvas, 0, 0);
    screen.globalCompositeOperation = 'source-over';
    screen.drawImage(this.#lamps.canvas, 0, 0);
  }

  #put(on: CanvasRenderingContext2D, light: HTMLCanvasElement, at: Point, radius: number, strength: number): void {
    on.globalAlpha = Math.min(1, strength);
    on.drawImage(light, at.x - radius, at.y - radius, 2 * radius, 2 * radius);
  }

  /** The streets between two lit stations: the ways that he may have taken. */
  #litStreets(lights: Lights): Street[] {
    const found: Street[] = [];
    for (const [a, light] of lights) {
      if (light.lamp === 0) continue;
      for (const { to: b, transport } of this.#board.connections(a)) {
        if (transport !== 'taxi' || b < a || !lights.get(b)?.lamp) continue;
        found.push(this.#street(a, b));
      }
    }
    return found;
  }

  #street(a: number, b: number): Street {
    const key = `${a}-${b}`;
    const known = this.#streets.get(key);
    if (known) return known;
    const lamps: Point[] = [];
    // By day no lamp is lit.
    const line = this.#night ? linePath(this.#drawing?.ground ?? null, a, b, ['taxi']) : null;
    if (line) {
      const length = line.path.getTotalLength();
      for (let at = LAMPS_APART; at < length - LAMPS_APART / 2; at += LAMPS_APART) {
        lamps.push(line.path.getPointAtLength(at));
      }
    }
    const street = { a, b, path: new Path2D(pathBetween(this.#drawing, this.#board, a, b, ['taxi'])), lamps };
    this.#streets.set(key, street);
    return street;
  }

  #lightStreet({ a, b, path, lamps }: Street, lights: Lights): void {
    const strength = Math.min(lights.get(a)?.lamp ?? 0, lights.get(b)?.lamp ?? 0);
    const { unit } = this.#board;
    const air = this.#air;
    air.lineCap = 'round';
    air.strokeStyle = '#000';
    for (const width of [44, 28, 14]) {
      air.globalAlpha = 0.3 * Math.min(1, strength * 3);
      air.lineWidth = width * unit;
      air.stroke(path);
    }
    if (!this.#night) return;
    for (const at of lamps) this.#put(this.#lamps, this.#lamp, at, 9 * unit, 0.75 * Math.min(1, strength * 2));
  }
}
