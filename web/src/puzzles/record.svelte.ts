// What this browser remembers of puzzles: which were solved, how well, and for how many days in a row. None of it leaves the
// browser, but that with a first try a server is told how good one was before, and not who one is.
const STORE = 'fogbound.puzzles';
/** More than there are in any set of ours. */
const MOST = 3000;

interface Kept {
  /** Rating and deviation of who solves; none at first. */
  rating: string;
  /** The puzzles that were solved, the last one first. */
  solved: string[];
  /** Those that were given up or not solved at the first try: they count once. */
  missed: string[];
  /** The last day whose puzzle was solved, and how many in a row that makes. */
  day: number;
  streak: number;
  best: number;
}

const NONE: Kept = { rating: '', solved: [], missed: [], day: -1, streak: 0, best: 0 };

/** What is stored, as far as it makes sense. */
export function readKept(text: string | null): Kept {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Record<keyof Kept, unknown>>;
    const list = (value: unknown): string[] =>
      Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MOST) : [];
    const whole = (value: unknown, usual: number): number => (Number.isSafeInteger(value) ? (value as number) : usual);
    return {
      rating: typeof kept.rating === 'string' && /^\d{1,4} \d{2,3}$/.test(kept.rating) ? kept.rating : '',
      solved: list(kept.solved),
      missed: list(kept.missed),
      day: whole(kept.day, -1),
      streak: whole(kept.streak, 0),
      best: whole(kept.best, 0),
    };
  } catch {
    return NONE;
  }
}

/** The days in a row after the puzzle of a day was solved. */
export function afterDay(kept: Kept, day: number): Kept {
  if (kept.day >= day) return kept;
  const streak = kept.day === day - 1 ? kept.streak + 1 : 1;
  return { ...kept, day, streak, best: Math.max(kept.best, streak) };
}

/** Days are counted from the first of 1970, at Greenwich: the same for all. */
export function today(now = Date.now()): number {
  return Math.floor(now / 86_400_000);
}

function stored(): Kept {
  try {
    return readKept(localStorage.getItem(STORE));
  } catch {
    return NONE;
  }
}

let current = $state.raw<Kept>(NONE);
current = stored();

function change(how: (kept: Kept) => Kept): void {
  // Several tabs may solve at once.
  current = how(stored());
  try {
    localStorage.setItem(STORE, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing solves all the same.
  }
}

export function puzzleRecord(): Kept {
  return current;
}

/** The days in a row, if none was left out. */
export function streakNow(): number {
  return current.day >= today() - 1 ? current.streak : 0;
}

const noted = (list: string[], id: string): string[] => [id, ...list.filter((other) => other !== id)].slice(0, MOST);

export function noteSolved(id: string, day: number | null): void {
  change((kept) => {
    const solved = { ...kept, solved: noted(kept.solved, id) };
    return day === null ? solved : afterDay(solved, day);
  });
}

export function noteMissed(id: string): void {
  change((kept) => ({ ...kept, missed: noted(kept.missed, id) }));
}

/** A puzzle counts for the rating once. */
export function isRated(id: string): boolean {
  return current.solved.includes(id) || current.missed.includes(id);
}

export function noteRating(rating: string): void {
  change((kept) => ({ ...kept, rating }));
}
