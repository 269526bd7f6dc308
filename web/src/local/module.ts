// A module: one call that takes and gives text. The one of the game holds tables; it asks for nothing by itself.
import type { Found, Refused } from './messages';

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  call(): number;
  answer(): number;
  weights(): number;
}

/** What the module answers. */
export interface Answer {
  table?: string;
  keep?: { after: number; entries: string[] };
  tell?: { client: number; text: string; last: boolean }[];
  next?: { wait: number } | 'think';
  /** A thought began that is worth the trouble of sharing it. */
  large?: number;
  found?: Found;
  body?: string;
  refused?: Refused;
  interface?: number;
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

export class Module {
  readonly #exports: Exports;

  constructor(
    instance: WebAssembly.Instance,
    readonly compiled: WebAssembly.Module,
  ) {
    this.#exports = instance.exports as unknown as Exports;
  }

  static async load(address: string): Promise<Module> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the module cannot be had: ${response.status}`);
    // Some hosts do not know the kind of the file; browsers compile it while it comes, and keep that, only if it is right.
    const known = response.headers.get('content-type')?.startsWith('application/wasm');
    const { instance, module } = known
      ? await WebAssembly.instantiateStreaming(response, {})
      : await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Module(instance, module);
  }

  call<A = Answer>(question: Record<string, unknown> & { call: string }): A {
    this.#write(encoder.encode(JSON.stringify(question)));
    const length = this.#exports.call();
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.answer(), length);
    return JSON.parse(decoder.decode(bytes)) as A;
  }

  /** Takes the weights of the learned value; whether they are whole. */
  takeWeights(bytes: ArrayBuffer): boolean {
    this.#write(new Uint8Array(bytes));
    return this.#exports.weights() !== 0;
  }

  #write(bytes: Uint8Array): void {
    const at = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }
}
