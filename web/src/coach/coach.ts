// The page's side of the Worker that reviews games, gives hints and knows puzzles. Whoever opens one closes it: what it was
// doing is abandoned then.
import { isStatic } from '../local/tables';
import { request } from '../protocol/http';
import { RequestError } from '../protocol/requestError';
import type { CoachAnswer, FromCoach, Question, ToCoach } from './messages';
import type { Report } from './report';

/** So long the module may take to come, in milliseconds. */
const COMING = 60_000;

export interface Found {
  done: number;
  of: number;
  /** How many events had happened before each step of the game. */
  moments?: number[];
  /** What is found so far. */
  report?: Report;
}

/** Whether this page has what it takes. */
export function hasCoach(): boolean {
  return __COACH__ !== null && typeof WebAssembly === 'object';
}

/** A review by the server, all at once, for a page that has no coach. */
export async function reviewAtServer(record: string, onfound: (found: Found) => void): Promise<Report> {
  const response = await request('/api/review', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: record,
  });
  const { moments, report } = (await response.json()) as { moments: number[]; report: Report };
  onfound({ done: moments.length, of: moments.length, moments });
  return report;
}

/** Whether games can be reviewed: here, or else by a server. */
export function hasReview(): boolean {
  return hasCoach() || !isStatic();
}

export class Coach {
  /** None where the page cannot have one: then everything that is asked of it fails. */
  readonly #worker: Worker | undefined;
  readonly #waiting = new Map<number, { resolve: (answer: CoachAnswer) => void; reject: (error: Error) => void }>();
  readonly #ready: Promise<unknown>;
  #number = 0;
  #onfound: ((found: Found) => void) | undefined;

  constructor() {
    const none = (error: RequestError): Promise<never> => {
      const failed = Promise.reject(error);
      failed.catch(() => {});
      return failed;
    };
    if (__COACH__ === null || !hasCoach()) {
      this.#ready = none(new RequestError('no_coach', 'this page has no coach'));
      return;
    }
    try {
      this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    } catch (error) {
      // Some browsers allow no Worker, and say so at once.
      this.#ready = none(new RequestError('no_worker', String(error)));
      return;
    }
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromCoach>) => this.#take(data));
    this.#worker.addEventListener('error', () => this.close());
    this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.close(), COMING);
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => (clearTimeout(late), done(value));
      this.#waiting.set(0, { resolve: settle(resolve), reject: settle(reject) });
    });
    this.#ready.catch(() => {});
    const { module, weights } = __COACH__;
    this.#post({ ask: 'begin', module, weights });
  }

  #post(message: ToCoach): void {
    this.#worker?.postMessage(message);
  }

  #take(message: FromCoach): void {
    switch (message.tell) {
      case 'ready':
        return this.#answer(0, {});
      case 'failed':
        console.warn(`fogbound: ${message.why}`);
        return this.close();
      case 'answer':
        return this.#answer(message.number, message.answer);
      case 'found': {
        const { done, of, moments, report } = message;
        return this.#onfound?.({
          done,
          of,
          ...(moments ? { moments: JSON.parse(moments) as number[] } : {}),
          ...(report ? { report: JSON.parse(report) as Report } : {}),
        });
      }
    }
  }

  #answer(number: number, answer: CoachAnswer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (answer.refused) waiting?.reject(new RequestError(answer.refused.code, answer.refused.text));
    else waiting?.resolve(answer);
  }

  async #ask(make: (number: number) => ToCoach): Promise<string> {
    const number = ++this.#number;
    await this.#ready;
    const answer = await new Promise<CoachAnswer>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#post(make(number));
    });
    return answer.body ?? '';
  }

  /** Asks for a text. */
  text(question: Question): Promise<string> {
    return this.#ask((number) => ({ ask: 'call', number, question }));
  }

  /** Asks for something that is told in JSON. */
  async ask<T>(question: Question): Promise<T> {
    return JSON.parse(await this.text(question)) as T;
  }

  /** Reviews a game; what is found on the way is told. */
  async review(record: string, onfound: (found: Found) => void): Promise<Report> {
    this.#onfound = onfound;
    return JSON.parse(await this.#ask((number) => ({ ask: 'review', number, record }))) as Report;
  }

  /** Ends it: whoever waits is told. */
  close(): void {
    this.#worker?.terminate();
    const gone = new RequestError('no_worker', 'the coach has ended');
    for (const { reject } of this.#waiting.values()) reject(gone);
    this.#waiting.clear();
  }
}
