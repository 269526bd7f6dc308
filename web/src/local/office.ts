// The page's side of the Worker that holds the tables of this device. It is started when it is first wanted, and
// again if it does not answer any more. What is asked before it is ready waits there.
import type { BroughtGame, NewTable } from '../protocol/messages';
import { RequestError } from '../protocol/requestError';
import type { HowBrought, ToPage, ToWorker } from './messages';
import { canPlayHere, dropTable, isStatic, keepTable, ownPace } from './tables';

/** Whoever listens to a table. */
export interface LocalListener {
  opened(): void;
  heard(text: string): void;
  lost(taken: boolean): void;
}

type Answer = Extract<ToPage, { tell: 'answer' }>;

/** How often it is asked whether the Worker still lives, and how long an answer may take, in milliseconds. */
const BEAT = 2000;
const PATIENCE = 8000;
/** More of them find hardly more. */
const MOST_HELPERS = 3;
/** So long the module may take to come. */
const COMING = 30_000;

/** How many processors have nothing else to do: not that of the page, nor that of the Worker. */
function spareProcessors(): number {
  return Math.max(0, Math.min(MOST_HELPERS, (navigator.hardwareConcurrency || 1) - 2));
}

class Office {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  readonly #clients = new Map<number, LocalListener>();
  #number = 0;
  #heard = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  /** Until it is ready: what ends it if it never is. */
  #coming: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    module: string,
    weights: string,
    readonly onend: () => void,
  ) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#coming = setTimeout(() => this.#end(), COMING);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => this.#take(data));
    this.#worker.addEventListener('error', () => this.#end());
    this.#post({ ask: 'begin', module, weights, pace: ownPace(), helpers: spareProcessors() });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #take(message: ToPage): void {
    this.#heard = performance.now();
    switch (message.tell) {
      case 'ready':
        clearTimeout(this.#coming);
        this.#coming = undefined;
        return this.#watch();
      case 'failed':
        console.warn(`fogbound: ${message.why}`);
        return this.#end();
      case 'answer':
        return this.#answer(message.number, message);
      case 'opened':
        return this.#clients.get(message.client)?.opened();
      case 'heard':
        return this.#clients.get(message.client)?.heard(message.text);
      case 'lost': {
        const client = this.#clients.get(message.client);
        this.leave(message.client, false);
        return client?.lost(message.taken);
      }
      case 'pong':
        return;
    }
  }

  #answer(number: number, answer: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    this.#watch();
    if (answer.refused) waiting?.reject(new RequestError(answer.refused.code, answer.refused.text));
    else waiting?.resolve(answer);
  }

  /** The Worker is gone: whoever waits for it is told. */
  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#coming);
    clearInterval(this.#beat);
    this.#worker.terminate();
    this.onend();
    for (const { reject } of this.#waiting.values()) reject(noWorker('it has ended'));
    for (const client of this.#clients.values()) client.lost(false);
  }

  /** While somebody listens or waits, it is looked whether the Worker still answers. */
  #watch(): void {
    clearInterval(this.#beat);
    if (this.#coming !== undefined || (this.#clients.size === 0 && this.#waiting.size === 0)) return;
    this.#heard = performance.now();
    let asked = performance.now();
    this.#beat = setInterval(() => {
      // A page that slept has not heard anything either.
      const slept = performance.now() - asked > 2 * BEAT;
      asked = performance.now();
      if (slept) this.#heard = asked;
      if (asked - this.#heard > PATIENCE) this.#end();
      else this.#post({ ask: 'ping' });
    }, BEAT);
  }

  #ask(make: (number: number) => ToWorker): Promise<Answer> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#watch();
      this.#post(make(number));
    });
  }

  make(wanted: NewTable): Promise<string> {
    return this.#keep((number) => ({ ask: 'make', number, wanted }));
  }

  /** Goes on with a game that was played elsewhere. */
  adopt(game: BroughtGame): Promise<string> {
    return this.#keep((number) => ({ ask: 'adopt', number, game }));
  }

  async #keep(make: (number: number) => ToWorker): Promise<string> {
    const { table } = await this.#ask(make);
    keepTable(table!);
    // What is played here should outlive a browser that makes room.
    void navigator.storage?.persist?.().catch(() => false);
    return table!;
  }

  async request(path: string, body: string | null): Promise<string> {
    return (await this.#ask((number) => ({ ask: 'request', number, path, body }))).body ?? '';
  }

  /** Brings the present game of a table to the server; the table that it has there. */
  async bring(table: string, how: HowBrought): Promise<string> {
    return (await this.#ask((number) => ({ ask: 'bring', number, table, how }))).table!;
  }

  async forget(table: string): Promise<void> {
    await this.#ask((number) => ({ ask: 'forget', number, table }));
  }

  connect(table: string, listener: LocalListener): number {
    const client = ++this.#number;
    this.#clients.set(client, listener);
    this.#watch();
    this.#post({ ask: 'connect', client, table });
    return client;
  }

  say(client: number, text: string): void {
    this.#post({ ask: 'say', client, text });
  }

  leave(client: number, tell = true): void {
    if (this.#clients.delete(client) && tell) this.#post({ ask: 'leave', client });
    this.#watch();
  }
}

export type { Office };

let current: Office | null = null;

function noWorker(why: string): RequestError {
  return new RequestError('no_worker', `the game does not run in this page: ${why}`);
}

/** The Worker. Where there is no module, or where none can be started, that is an error at once; one that does not become
 * ready ends what it was asked. */
export function office(): Office {
  if (__MODULE__ === null) throw new RequestError('offline', 'this page has no module');
  if (current !== null) return current;
  try {
    return (current = new Office(__MODULE__.module, __MODULE__.weights, () => (current = null)));
  } catch (error) {
    // Some browsers allow no Worker, and say so at once.
    throw noWorker(String(error));
  }
}

/** Why a game is not played on this device, but at the server. */
const AT_THE_SERVER = ['no_worker', 'no_room'];

/** Makes a table on this device; or at the server, where there is one, if this device cannot be had or used, or has no room. */
export async function makeHere(
  here: (office: Office) => Promise<string>,
  there: () => Promise<{ table: string }>,
): Promise<string> {
  if (canPlayHere()) {
    try {
      return await here(office());
    } catch (error) {
      if (isStatic() || (error instanceof RequestError && !AT_THE_SERVER.includes(error.code))) throw error;
    }
  } else if (isStatic()) throw new RequestError('no_worker', 'this browser cannot play here');
  return (await there()).table;
}

/** Starts the Worker if it will be wanted; if it cannot be, that is said when it is. */
export function warmUp(): void {
  if (!canPlayHere()) return;
  try {
    office();
  } catch {
    // It is asked for again by whoever needs it.
  }
}

/** Forgets a table of this device, and all that is kept of it. */
export async function forgetTable(table: string): Promise<void> {
  try {
    await office().forget(table);
    dropTable(table);
  } catch {
    // It is there still, and forgotten another time.
  }
}
