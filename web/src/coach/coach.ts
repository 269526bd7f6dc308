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

/** Whether it fails because the Worker does, and not because of what was asked. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestError && GONE.includes(error.code);
}

/** There is none in the page; or it does not start, or did not last. */
const GONE = ['no_coach', 'coach_gone'];

function gone(why: string): RequestError {
  return new RequestError('coach_gone', why);
}

type Waiting = { resolve: (answer: CoachAnswer) => void; reject: (error: Error) => void };

/** A Worker with the module in it. When it has ended, everything that was asked of it and is asked later fails. */
class Session {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #late: ReturnType<typeof setTimeout>;
  #number = 0;
  #ended = false;
  #onfound: ((found: Found) => void) | undefined;
  readonly ready: Promise<unknown>;

  constructor(module: string, weights: string) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromCoach>) => this.#take(data));
    for (const kind of ['error', 'messageerror']) this.#worker.addEventListener(kind, () => this.end());
    this.#late = setTimeout(() => this.end(), COMING);
    this.ready = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    this.ready.catch(() => {});
    this.#worker.postMessage({ ask: 'begin', module, weights } satisfies ToCoach);
  }

  get ended(): boolean {
    return this.#ended;
  }

  #take(message: FromCoach): void {
    switch (message.tell) {
      case 'ready':
        clearTimeout(this.#late);
        return this.#answer(0, {});
      case 'failed':
        console.warn(`fogbound: ${message.why}`);
        return this.end();
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

  async ask(make: (number: number) => ToCoach, onfound?: (found: Found) => void): Promise<string> {
    await this.ready;
    if (this.#ended) throw gone('the coach has ended');
    if (onfound) this.#onfound = onfound;
    const number = ++this.#number;
    const answer = await new Promise<CoachAnswer>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage(make(number));
    });
    return answer.body ?? '';
  }

  /** Ends it: whoever waits is told. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#late);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(gone('the coach has ended'));
    this.#waiting.clear();
  }
}

export class Coach {
  #session: Session | undefined;
  /** What a new Worker is asked first: it knows nothing of what the one before was told. */
  #basis: Question | undefined;
  #closed = false;

  constructor() {
    // The module comes while something else is done. If it cannot, whoever asks is told.
    this.#living().catch(() => {});
  }

  /** The Worker: another one, if it has ended. */
  async #living(): Promise<Session> {
    if (this.#closed) throw gone('the coach was closed');
    if (__COACH__ === null || !hasCoach()) throw new RequestError('no_coach', 'this page has no coach');
    if (this.#session?.ended === false) return this.#session;
    let session: Session;
    try {
      session = this.#session = new Session(__COACH__.module, __COACH__.weights);
    } catch (error) {
      // Some browsers allow no Worker, and say so at once.
      throw gone(String(error));
    }
    const basis = this.#basis;
    if (basis !== undefined) await session.ask((number) => ({ ask: 'call', number, question: basis }));
    return session;
  }

  /** Asks for a text. */
  async text(question: Question): Promise<string> {
    const session = await this.#living();
    return session.ask((number) => ({ ask: 'call', number, question }));
  }

  /** Asks for something that is told in JSON. */
  async ask<T>(question: Question): Promise<T> {
    return JSON.parse(await this.text(question)) as T;
  }

  /** Tells it what later questions are about: if its Worker ends, the next one is told the same. */
  async tell<T>(question: Question): Promise<T> {
    const answer = await this.ask<T>(question);
    this.#basis = question;
    return answer;
  }

  /** Reviews a game; what is found on the way is told. */
  async review(record: string, onfound: (found: Found) => void): Promise<Report> {
    const session = await this.#living();
    const text = await session.ask((number) => ({ ask: 'review', number, record }), onfound);
    this.#basis = { call: 'review', record };
    return JSON.parse(text) as Report;
  }

  /** Ends it: whoever waits is told, and so is who asks later. */
  close(): void {
    this.#closed = true;
    this.#session?.end();
  }
}
