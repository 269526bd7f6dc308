// A Worker that helps the one with the tables to think: the same module and the same table, with chance of its own.
import type { FromThinker, ToThinker } from './messages';
import { Module } from './module';

const holder = self as unknown as { postMessage(message: FromThinker): void };

/** It is looked for a word about so often, in milliseconds. */
const SLICE = 30;

let module: Promise<Module> | undefined;
let nodes = 64;
/** Which thought is the present one: what is thought about another ends. */
let current = 0;
/** Which thought opened a table last. */
let opened = 0;

async function begin(compiled: WebAssembly.Module, weights: ArrayBuffer): Promise<Module> {
  const made = new Module(await WebAssembly.instantiate(compiled, {}), compiled);
  // Nothing is dealt or named here.
  made.call({ call: 'begin', entropy: '0'.repeat(64) });
  made.takeWeights(weights);
  return made;
}

function now(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

async function help(thought: number, table: string, entries: string[], stream: number): Promise<void> {
  const own = await module!;
  opened = thought;
  own.call({ call: 'open', table, entries, now: now() });
  for (;;) {
    const begun = performance.now();
    const { found, next } = own.call({ call: 'help', table, stream, nodes, now: now() });
    if (found) holder.postMessage({ table, stream, found });
    if (next !== 'think') break;
    const took = performance.now() - begun;
    if (took < SLICE / 2) nodes = Math.min(nodes * 2, 1 << 16);
    else if (took > SLICE * 2) nodes = Math.max(nodes >> 1, 1);
    await new Promise((later) => setTimeout(later, 0));
    if (thought !== current) break;
  }
  // A newer thought has opened the same table anew.
  if (opened === thought) own.call({ call: 'close', table });
}

addEventListener('message', ({ data }: MessageEvent<ToThinker>) => {
  current += 1;
  if (data.ask === 'begin') module = begin(data.compiled, data.weights);
  else if (data.ask === 'help') void help(current, data.table, data.entries, data.stream);
});
