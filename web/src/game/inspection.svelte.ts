// The station that one looks at: under the mouse for a while, or held by a press.

/** How long the mouse rests on a station until it is looked at, in milliseconds. */
const REST = 320;

export class Inspection {
  station = $state<number | null>(null);
  /** Whether it stays until it is closed. */
  pinned = $state(false);
  #hovered: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  pin(station: number | null): void {
    // What the mouse rested on before is not shown any more: a move was chosen there, or something else is looked at.
    clearTimeout(this.#timer);
    [this.station, this.pinned] = [station, station !== null];
  }

  /** Pins a station, or closes it if it is pinned. */
  toggle(station: number): void {
    this.pin(this.station === station && this.pinned ? null : station);
  }

  close(): void {
    this.pin(null);
  }

  /** The mouse is at a station, or at none. */
  hover(station: number | null, mayShow: () => boolean): void {
    if ((this.pinned && this.station !== null) || station === this.#hovered) return;
    this.#hovered = station;
    clearTimeout(this.#timer);
    if (station === null) {
      this.station = null;
      return;
    }
    this.#timer = setTimeout(() => {
      if (this.#hovered === station && mayShow()) [this.station, this.pinned] = [station, false];
    }, REST);
  }
}
