// Those who help to think, on processors that have nothing else to do. They are started when they are first wanted.
import type { FromThinker, ToThinker } from './messages';

export class Helpers {
  readonly #many: number;
  readonly #compiled: WebAssembly.Module;
  readonly #weights: ArrayBuffer;
  readonly #found: (told: FromThinker) => void;
  #workers: Worker[] = [];

  constructor(many: number, compiled: WebAssembly.Module, weights: ArrayBuffer, found: (told: FromThinker) => void) {
    this.#many = many;
    this.#compiled = compiled;
    this.#weights = weights;
    this.#found = found;
  }

  get some(): boolean {
    return this.#many > 0;
  }

  /** A table waits for a decision that takes long: all think about it. */
  help(table: string, entries: string[]): void {
    if (this.#workers.length === 0) this.#start();
    this.#tell((stream) => ({ ask: 'help', table, entries, stream }));
  }

  /** It is decided. */
  stop(): void {
    this.#tell(() => ({ ask: 'stop' }));
  }

  #start(): void {
    this.#workers = Array.from({ length: this.#many }, () => {
      const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<FromThinker>) => this.#found(data));
      return worker;
    });
    this.#tell(() => ({ ask: 'begin', compiled: this.#compiled, weights: this.#weights }));
  }

  #tell(message: (stream: number) => ToThinker): void {
    for (const [index, worker] of this.#workers.entries()) worker.postMessage(message(index + 1));
  }
}
