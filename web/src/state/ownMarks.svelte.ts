// One's own marks on the board: they stay in this browser, and nobody else sees them.
import { SIGNS } from '../board/signs';
import type { Sign } from '../board/types';
import type { Audience } from '../protocol/messages';

const STORE = 'fogbound-marks';
/** Sheets that are kept: of the games that were marked last. */
export const MOST_SHEETS = 12;
/** Marks on one sheet. */
export const MOST_MARKS = 60;

/** The marks of one side in one game. Who plays both sides has a sheet for each, as what the fugitive notes
 * is not for the eyes of the hunters on the same screen. */
interface Sheet {
  of: string;
  marks: [station: number, sign: Sign][];
}

function isSheet(value: unknown): value is Sheet {
  const { of, marks } = (value ?? {}) as Partial<Sheet>;
  const fits = (mark: unknown): boolean => {
    const [station, sign] = Array.isArray(mark) ? (mark as unknown[]) : [];
    return Number.isInteger(station) && SIGNS.includes(sign as Sign);
  };
  return typeof of === 'string' && Array.isArray(marks) && marks.length <= MOST_MARKS && marks.every(fits);
}

function read(): Sheet[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSheet).slice(0, MOST_SHEETS) : [];
  } catch {
    return [];
  }
}

export class OwnMarks {
  #sheets = $state.raw<Sheet[]>(read());
  readonly #of: () => string;

  /** @param of the table, the number of the game there, and the side that looks */
  constructor(of: () => { table: string; game: number; audience: Audience }) {
    this.#of = () => {
      const { table, game, audience } = of();
      return `${table} ${game} ${audience}`;
    };
  }

  readonly marks = $derived.by(() => new Map(this.#sheets.find(({ of }) => of === this.#of())?.marks));

  /** Marks a station, or takes its mark away. */
  set(station: number, sign: Sign | null): void {
    const of = this.#of();
    const marks = [...this.marks].filter(([other]) => other !== station);
    if (sign !== null) marks.push([station, sign]);
    const sheet: Sheet = { of, marks: marks.slice(-MOST_MARKS) };
    const rest = this.#sheets.filter((other) => other.of !== of);
    this.#sheets = (sheet.marks.length > 0 ? [sheet, ...rest] : rest).slice(0, MOST_SHEETS);
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#sheets));
    } catch {
      // A browser that keeps nothing marks all the same, until the page is closed.
    }
  }
}
