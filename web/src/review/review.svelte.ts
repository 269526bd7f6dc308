// A game under review: what is found so far, the moment that is looked at, and the way from mistake to mistake. To be made
// while a component is.
import { Coach, type Found, hasCoach, reviewAtServer } from '../coach/coach';
import { type Decision, isMistake, type Report } from '../coach/report';
import { refusalWords } from '../i18n/refusal';
import type { Replayed, Side } from '../protocol/messages';

/** Luck is a turning point from here on, as in `crates/review`. */
const MUCH_LUCK = 0.1;

export interface Point {
  judged: number;
  known: number;
}

export class GameReview {
  readonly coach = new Coach();
  readonly #replayed: Replayed;
  report = $state.raw<Report | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  /** Whether all of it is looked at. */
  whole = $state(false);
  wrong = $state('');
  /** Which decision is looked at; the number of them is the end. */
  at = $state(0);
  #moments = $state.raw<number[]>([]);
  #chosen = false;

  constructor(record: string, replayed: Replayed) {
    this.#replayed = replayed;
    const found = ({ done, of, moments, report }: Found): void => {
      this.progress = { done, of };
      if (moments) this.#moments = moments;
      if (report) this.#take(report);
    };
    const coming = hasCoach() ? this.coach.review(record, found) : reviewAtServer(record, found);
    coming
      .then((report) => {
        this.#take(report);
        this.whole = true;
        // The first thing to see is the end, as whoever comes from the game knows it.
        if (!this.#chosen) this.at = report.decisions.length;
      })
      .catch((error: unknown) => (this.wrong = refusalWords(error)));
    $effect(() => () => this.coach.close());
  }

  #take(report: Report): void {
    this.report = report;
    if (!this.#chosen) this.at = report.decisions.length;
  }

  readonly decisions = $derived.by((): Decision[] => this.report?.decisions ?? []);

  /** The decision that is looked at; none at the end. */
  readonly decision = $derived.by((): Decision | null => this.decisions[this.at] ?? null);

  /** The moment of the replay that shows how things stood before the decision; the last one at the end. */
  readonly frame = $derived.by((): number => {
    const last = this.#replayed.frames.length - 1;
    const play = this.decision?.play;
    const before = play === undefined ? undefined : this.#moments[play];
    return before === undefined ? last : Math.max(0, before - 1);
  });

  /** The hunters' chance before each decision, and at the end; none before he has a station. */
  readonly points = $derived.by((): (Point | null)[] => {
    const found: (Point | null)[] = this.decisions.map(({ chance }) => chance ?? null);
    if (this.whole && this.report) {
      const { result } = this.report.account;
      found.push({ judged: result, known: result });
    }
    return found;
  });

  /** The turning points, as places among the decisions. */
  readonly turns = $derived.by((): number[] =>
    this.decisions.flatMap((decision, index) =>
      isMistake(decision) || Math.abs(decision.luck ?? 0) >= MUCH_LUCK ? [index] : [],
    ),
  );

  /** The mistakes of a side. */
  mistakes(side: Side): number[] {
    return this.decisions.flatMap((decision, index) => (decision.side === side && isMistake(decision) ? [index] : []));
  }

  go(at: number): void {
    this.#chosen = true;
    this.at = Math.max(0, Math.min(this.decisions.length, at));
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  /** To the next turning point, or back to the one before. */
  turn(by: 1 | -1): void {
    const next = by > 0 ? this.turns.find((at) => at > this.at) : this.turns.findLast((at) => at < this.at);
    if (next !== undefined) this.go(next);
  }
}

/** Whether luck turned the game there. */
export function isLucky({ luck }: Pick<Decision, 'luck'>): boolean {
  return Math.abs(luck ?? 0) >= MUCH_LUCK;
}
