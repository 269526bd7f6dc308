// What is seen of a board now: the screen, the camera, and how the camera moves.
import { mayMove } from '../state/preferences.svelte';
import type { Board, Point } from './board';
import {
  around,
  between,
  type Camera,
  centred,
  clamp,
  type Covered,
  fit,
  frame,
  inSight,
  readable,
  type Size,
  toScreen,
  type Wanted,
  zoom,
} from './camera';

/** How long a flight of the camera lasts, in milliseconds. */
const FLIGHT = 380;

/** Of the scale at which numbers can be read, what is too small to choose from. */
const TINY = 0.6;

export class View {
  screen = $state.raw<Size>({ width: 0, height: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** Whether a hand or a flight moves the camera. */
  moving = $state(false);
  /** The camera that shows all of the board. */
  readonly whole = $derived.by(() =>
    this.screen.width > 0 ? fit(this.#board().extent, this.screen) : { x: 0, y: 0, k: 1 },
  );
  readonly #board: () => Board;
  readonly #covered: () => Covered;
  /** Whether somebody has chosen what to look at, and how near. */
  #touched = false;
  #flight = 0;
  /** What was to be shown last: once there is a screen, and again after the whole. */
  #wanted: Wanted | null = null;

  constructor(board: () => Board, covered: () => Covered) {
    this.#board = board;
    this.#covered = covered;
  }

  /** The screen has a new size: what was in the middle stays there. At first, stations are shown. */
  resize(screen: Size, first: number[]): void {
    const before = this.screen;
    this.screen = screen;
    if (screen.width === 0) return;
    const { camera } = this;
    if (before.width === 0) this.#set(this.#frame(this.#wanted ?? this.#points(first)));
    else if (!this.#touched && fit(this.#board().extent, before).k >= camera.k * 0.98) this.#set(this.whole);
    else this.pan((screen.width - before.width) / 2, (screen.height - before.height) / 2);
  }

  /** A hand takes the board. */
  take(): void {
    cancelAnimationFrame(this.#flight);
    [this.moving, this.#touched] = [true, true];
  }

  release(): void {
    this.moving = false;
  }

  pan(dx: number, dy: number): void {
    this.#set({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  zoomAt(factor: number, x: number, y: number): void {
    this.#set(zoom(this.camera, factor, { x, y }));
  }

  /** Pans by keys: from then on the board stays as near as it is. */
  step(dx: number, dy: number): void {
    this.#touched = true;
    this.pan(dx, dy);
  }

  zoomBy(factor: number): void {
    this.#touched = true;
    this.#flyTo(zoom(this.camera, factor, { x: this.screen.width / 2, y: this.screen.height / 2 }));
  }

  /** Nearer about a point; from very near, all of the board. */
  zoomOrFit(x: number, y: number): void {
    this.#touched = true;
    this.#flyTo(this.camera.k > this.whole.k * 2.4 ? this.whole : zoom(this.camera, 2, { x, y }));
  }

  /** All of the board; if it is all there already, back to what was to be shown. */
  toggleWhole(): void {
    this.#touched = true;
    this.#flyTo(this.#isWhole() && this.#wanted ? this.#frame(this.#wanted) : this.whole);
  }

  /** Brings stations into sight, and others if there is room; if they are in sight already, nothing moves. */
  show(stations: number[], also: number[] = []): void {
    if (stations.length === 0) return;
    const wanted = this.#points(stations, also);
    this.#wanted = wanted;
    if (this.screen.width === 0) return;
    const camera = this.#frame(wanted);
    const sees = (points: Point[]) => inSight(points, this.camera, this.screen, this.#covered());
    // Nobody can tap a station that small: that was for looking around.
    const tiny = this.camera.k < readable(this.#board().unit) * TINY;
    const chosen = this.#touched && !tiny;
    // Who has chosen the whole board has all in sight, also what lies at its edge.
    if (chosen && this.#isWhole()) return;
    // Until somebody has chosen how near to look, it is as near as it is good.
    const better =
      !chosen &&
      (this.camera.k < camera.k * 0.8 ||
        !sees(wanted.also.filter((point) => inSight([point], camera, this.screen, this.#covered()))));
    if (better || !sees(wanted.must)) this.#flyTo(camera);
  }

  /** Shows all of some stations, however small they are then; where the whole board can be read, it is shown. */
  embrace(stations: number[]): void {
    const { must } = this.#points(stations);
    if (must.length === 0 || this.screen.width === 0) return;
    const { unit } = this.#board();
    const { above, below } = this.#covered();
    const free = { width: this.screen.width, height: this.screen.height - above - below };
    const camera = fit(around(must, 44), free, 6, readable(unit) * 1.2);
    const seesWhole = this.whole.k >= Math.min(camera.k, readable(unit));
    this.#flyTo(seesWhole ? this.whole : { ...camera, y: camera.y + above });
  }

  /** Something happens at a station: unless somebody has chosen what to look at, it is in sight then. */
  follow(station: number): void {
    if (this.#touched || this.screen.width === 0) return;
    if (!inSight([this.#board().at(station)], this.camera, this.screen, this.#covered())) this.#flyTo(this.whole);
  }

  /** Brings a station near. */
  approach(station: number): void {
    this.#flyTo(fit(around([this.#board().at(station)], 120), this.screen, 8, 2.2));
  }

  /** Brings a station to the middle, as near as it is. */
  centre(station: number): void {
    this.#flyTo(centred(this.camera, this.#board().at(station), this.screen, this.#covered()));
  }

  /** Where a station is now, in parts of the screen. */
  spot(station: number): { x: number; y: number } {
    const { width, height } = this.screen;
    if (width === 0) return { x: 0.5, y: 0.5 };
    const { x, y } = toScreen(this.camera, this.#board().at(station));
    return { x: x / width, y: y / Math.max(1, height) };
  }

  stop(): void {
    cancelAnimationFrame(this.#flight);
  }

  #isWhole(): boolean {
    return this.camera.k <= this.whole.k * 1.02;
  }

  #points(must: number[], also: number[] = []): Wanted {
    const board = this.#board();
    const at = (station: number) => board.at(station);
    return { must: must.map(at), also: also.map(at) };
  }

  #frame(wanted: Wanted): Camera {
    const { extent, unit } = this.#board();
    return frame(wanted, extent, this.screen, this.#covered(), readable(unit));
  }

  #set(next: Camera): void {
    this.camera = clamp(next, this.#board().extent, this.screen, this.#covered());
  }

  #flyTo(next: Camera): void {
    cancelAnimationFrame(this.#flight);
    const goal = clamp(next, this.#board().extent, this.screen, this.#covered());
    const from = this.camera;
    const far = Math.abs(goal.x - from.x) + Math.abs(goal.y - from.y) + Math.abs(goal.k - from.k) * 100;
    if (!mayMove() || far < 4) {
      [this.camera, this.moving] = [goal, false];
      return;
    }
    this.moving = true;
    const begun = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, (now - begun) / FLIGHT);
      this.camera = between(from, goal, 1 - (1 - part) ** 3);
      if (part < 1) this.#flight = requestAnimationFrame(step);
      else this.moving = false;
    };
    this.#flight = requestAnimationFrame(step);
  }
}
