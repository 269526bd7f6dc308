// A game under review: what is found so far, the moment that is looked at, and the way from mistake to mistake. To be made
// while a component is.
import { Coach, type Found, isGone, reviewAtServer } from '../coach/coach';
import { type Decision, isMistake, type Report, type ToldTicket } from '../coach/report';
import { refusalWords } from '../i18n/refusal';
import { isStatic } from '../local/tables';
import type { Replayed, Side } from '../protocol/messages';
import type { People } from '../state/people';

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
  /** Whether a server made it, as the page could not: less closely, and without what takes the coach. */
  atServer = $state(false);
  /** Which decision is looked at; the number of them is the end. */
  at = $state(0);
  #moments = $state.raw<number[]>([]);
  #chosen = false;
  #left = false;

  constructor(record: string, replayed: Replayed) {
    this.#replayed = replayed;
    const found = ({ done, of, moments, report }: Found): void => {
      this.progress = { done, of };
      if (moments) this.#moments = moments;
      if (report) this.#take(report);
    };
    this.#reviewed(record, found)
      .then((report) => {
        this.#take(report);
        this.whole = true;
        // The first thing to see is the end, as whoever comes from the game knows it.
        if (!this.#chosen) this.at = report.decisions.length;
      })
      .catch((error: unknown) => (this.wrong = refusalWords(error)));
    $effect(() => () => {
      this.#left = true;
      this.coach.close();
    });
  }

  /** In the page; or by the server, where there is one, if the page has no coach or none that lasts. */
  async #reviewed(record: string, found: (found: Found) => void): Promise<Report> {
    try {
      return await this.coach.review(record, found);
    } catch (error) {
      if (this.#left || isStatic() || !isGone(error)) throw error;
      [this.atServer, this.progress] = [true, null];
      return reviewAtServer(record, found);
    }
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

  /** What can be learned from the mistakes of a side: where it is known who played, from one's own. */
  tasks(side: Side, people: People | null): number[] {
    return tasksAmong(this.decisions, side, people);
  }

  /** What each move of his told, by its place among the decisions. */
  readonly told = $derived.by((): Map<number, ToldTicket> => toldBy(this.decisions, this.report?.tickets ?? []));

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

/** Whether somebody of this browser plays in it, as far as it is known who does. */
export function playsIn(people: People | null): boolean {
  return Object.values(people ?? {}).some(({ mine }) => mine);
}

/** Whether it is one's own decision: that of one's piece, or, of what no piece does, that of who moves all of them. */
function isOwn({ side, hunter }: Decision, people: People): boolean {
  if (side === 'fugitive') return people.fugitive?.mine ?? false;
  if (hunter !== undefined) return people[hunter]?.mine ?? false;
  const { fugitive: _, ...hunters } = people;
  return Object.values(hunters).every(({ mine }) => mine);
}

/** The mistakes of a side out of which tasks are made, as places among the decisions: one's own, where one has played. Who gives
 * up has nothing to find. */
export function tasksAmong(decisions: readonly Decision[], side: Side, people: People | null): number[] {
  const own = playsIn(people) ? people : null;
  return decisions.flatMap((decision, index) => {
    const task = decision.side === side && isMistake(decision) && decision.action.kind !== 'concede';
    return task && (own === null || isOwn(decision, own)) ? [index] : [];
  });
}

/** Which move of his told what: moves and landings fill the slots in their order. */
export function toldBy(decisions: readonly Decision[], tickets: readonly ToldTicket[]): Map<number, ToldTicket> {
  const slots = new Map(tickets.map((told) => [told.slot, told] as const));
  const found = new Map<number, ToldTicket>();
  let slot = 0;
  for (const [index, { action }] of decisions.entries()) {
    if (action.kind !== 'move' && action.kind !== 'land') continue;
    slot += 1;
    const told = slots.get(slot);
    if (told) found.set(index, told);
  }
  return found;
}

/** Whether luck turned the game there. */
export function isLucky({ luck }: Pick<Decision, 'luck'>): boolean {
  return Math.abs(luck ?? 0) >= MUCH_LUCK;
}
