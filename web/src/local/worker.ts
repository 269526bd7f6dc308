// The Worker that holds the tables of this device: it hands time and chance to the module, keeps what is to be kept,
// carries messages, and lets bots think, so many nodes at a time.
import { Helpers } from './helpers';
import type { FromThinker, HowBrought, Refused, ToPage, ToWorker } from './messages';
import { INTERFACE } from './messages';
import { type Answer, Module } from './module';
import { Conflict, Storage } from './storage';

const page = self as unknown as { postMessage(message: ToPage): void; close(): void };

/** A bot thinks for about so long before messages are looked at, in milliseconds. */
const SLICE = 12;
/** So long a server may take to answer. */
const PATIENCE = 20_000;
const NO_SERVER: Refused & { table?: string } = { code: 'offline', text: 'the server cannot be reached' };
const NO_ROOM: Refused = { code: 'no_room', text: 'this device has no room left to keep the game' };
const UNREADABLE: Refused = { code: 'no_worker', text: 'what is kept of this table cannot be read' };
/** After a failure of the net the weights are asked for again. */
const AGAIN = 3000;

let module: Module;
let storage: Storage;
/** Whether the weights are there: without them no bot thinks. */
let thinks = false;
let helpers: Helpers | undefined;
/** How many nodes fit into a slice. */
let nodes = 16;

interface OpenTable {
  id: string;
  clients: Set<number>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Gives the table back, so that another tab may have it. */
  release: () => void;
}

const tables = new Map<string, OpenTable>();
const tableOf = new Map<number, OpenTable>();

function now(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

// One thing after the other: nothing is asked of the module while something waits to be kept.
let queue: Promise<void> = Promise.resolve();
function enqueue(work: () => void | Promise<void>): void {
  queue = queue.then(work).catch((error: unknown) => {
    // A module that has failed is not asked again; what is kept is as it was before.
    page.postMessage({ tell: 'failed', why: String(error) });
    page.close();
  });
}

/** Carries out what the answer of the module asks for; what was answered last. */
async function follow(id: string, answer: Answer): Promise<Answer> {
  for (const { client, text, last } of answer.tell ?? []) {
    page.postMessage({ tell: 'heard', client, text });
    if (last) drop(client);
  }
  if (answer.keep) {
    let kept = true;
    try {
      await storage.append(id, answer.keep.after, answer.keep.entries);
    } catch (error) {
      if (error instanceof Conflict) {
        close(id, true);
        return answer;
      }
      kept = false;
    }
    return follow(id, module.call({ call: kept ? 'stored' : 'unstored', table: id, now: now() }));
  }
  const table = tables.get(id);
  if (table) schedule(table, answer.next);
  return answer;
}

function schedule(table: OpenTable, next: Answer['next']): void {
  clearTimeout(table.timer);
  if (next === undefined || table.clients.size === 0) return;
  table.timer = setTimeout(() => enqueue(() => drive(table)), next === 'think' ? 0 : next.wait);
}

async function drive(table: OpenTable): Promise<void> {
  if (tables.get(table.id) !== table || !thinks) return;
  const begun = performance.now();
  const answer = module.call({ call: 'drive', table: table.id, nodes, now: now() });
  // What bots and clocks do is never refused by a table that is whole.
  if (answer.refused) throw new Error(answer.refused.text);
  if (answer.next === 'think') {
    const took = performance.now() - begun;
    if (took < SLICE / 2) nodes = Math.min(nodes * 2, 1 << 16);
    else if (took > SLICE * 2) nodes = Math.max(nodes >> 1, 1);
  }
  if (helpers?.some && answer.large !== undefined) helpers.help(table.id, (await entriesOf(table.id)) ?? []);
  else if (answer.next !== 'think') helpers?.stop();
  await follow(table.id, answer);
}

function takeFound({ table, stream, found }: FromThinker): void {
  if (tables.has(table)) module.call({ call: 'found', table, stream, found });
}

/** What is kept of a table; none where it cannot be read. */
function entriesOf(id: string): Promise<string[] | null> {
  return storage.read(id).catch(() => null);
}

/** While a table leaves this device no tab opens it. */
async function leaving(id: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`fogbound leaving ${id}`, work);
}

/** Opens a table here; another tab that had it loses it. None if there is no such table, or what is kept of it cannot be
 * read now. */
async function open(id: string): Promise<OpenTable | 'none' | 'unreadable'> {
  const known = tables.get(id);
  if (known) return known;
  await navigator.locks.request(`fogbound leaving ${id}`, { mode: 'shared' }, () => undefined);
  const release = await take(id);
  const entries = await entriesOf(id);
  const answer = entries?.length ? module.call({ call: 'open', table: id, entries, now: now() }) : null;
  if (answer === null || answer.refused) {
    release();
    return entries === null ? 'unreadable' : 'none';
  }
  const table: OpenTable = { id, clients: new Set(), timer: undefined, release };
  tables.set(id, table);
  return table;
}

/** Takes the lock of a table. Only who has it writes, so that a table is never two. */
function take(id: string): Promise<() => void> {
  return new Promise((resolve) => {
    const held = (): Promise<void> => new Promise((release) => resolve(release));
    navigator.locks.request(`fogbound ${id}`, { steal: true }, held).catch(() => enqueue(() => close(id, true)));
  });
}

function close(id: string, taken: boolean): void {
  const table = tables.get(id);
  if (!table) return;
  tables.delete(id);
  clearTimeout(table.timer);
  table.release();
  for (const client of table.clients) {
    tableOf.delete(client);
    page.postMessage({ tell: 'lost', client, taken });
  }
  module.call({ call: 'close', table: id });
}

async function connect(client: number, id: string): Promise<void> {
  const table = await open(id);
  if (table === 'unreadable') {
    page.postMessage({ tell: 'lost', client, taken: false });
    return;
  }
  if (table === 'none') {
    const text = JSON.stringify({ type: 'bye', code: 'no_table', text: 'this table is not kept on this device' });
    page.postMessage({ tell: 'heard', client, text });
    return;
  }
  table.clients.add(client);
  tableOf.set(client, table);
  module.call({ call: 'connect', table: id, client, now: now() });
  page.postMessage({ tell: 'opened', client });
}

async function say(client: number, text: string): Promise<void> {
  const table = tableOf.get(client);
  if (table) await follow(table.id, module.call({ call: 'hear', table: table.id, client, text, now: now() }));
}

/** The module has ended with a client: the page comes back with another. */
function drop(client: number): void {
  tableOf.get(client)?.clients.delete(client);
  tableOf.delete(client);
  page.postMessage({ tell: 'lost', client, taken: false });
}

function leave(client: number): void {
  const table = tableOf.get(client);
  if (!table) return;
  tableOf.delete(client);
  table.clients.delete(client);
  module.call({ call: 'leave', table: table.id, client, now: now() });
  if (table.clients.size === 0) close(table.id, false);
}

async function make(number: number, call: 'make' | 'adopt', wanted: unknown): Promise<void> {
  const made = module.call({ call, text: JSON.stringify(wanted), now: now() });
  const { table, refused } = made;
  if (table === undefined) {
    page.postMessage({ tell: 'answer', number, ...(refused ? { refused } : {}) });
    return;
  }
  // It stays open: whoever made it comes to it next.
  const [release, kept] = await Promise.all([take(table), follow(table, made)]);
  if (kept.refused) release();
  else tables.set(table, { id: table, clients: new Set(), timer: undefined, release });
  page.postMessage({ tell: 'answer', number, ...(kept.refused ? { refused: NO_ROOM } : { table }) });
}

/** Asks something about a table, which is read for it if it is not open. */
async function ask(id: string | undefined, question: Parameters<Module['call']>[0]): Promise<Answer> {
  if (id === undefined || tables.has(id)) return module.call(question);
  const entries = await entriesOf(id);
  if (entries === null) return { refused: UNREADABLE };
  module.call({ call: 'open', table: id, entries, now: now() });
  const answer = module.call(question);
  module.call({ call: 'close', table: id });
  return answer;
}

async function request(number: number, path: string, body: string | null): Promise<void> {
  const id = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
  const { body: found, refused } = await ask(id, { call: 'request', path, body, now: now() });
  page.postMessage({
    tell: 'answer',
    number,
    ...(found === undefined ? {} : { body: found }),
    ...(refused ? { refused } : {}),
  });
}

/** Brings a game to the server of this page. Its record tells where he is, so the page does not see it. Meanwhile nothing
 * happens here, nor in another tab; a game that goes on there is not kept here. */
async function bring(number: number, id: string, how: HowBrought): Promise<void> {
  const { body: record, refused } = await ask(id, { call: 'pack', table: id });
  if (record === undefined) {
    page.postMessage({ tell: 'answer', number, refused: refused ?? NO_SERVER });
    return;
  }
  const answer = await fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...how, record }),
    signal: AbortSignal.timeout(PATIENCE),
  })
    .then(async (response) => ({ made: response.ok, said: (await response.json()) as typeof NO_SERVER }))
    .catch(() => ({ made: false, said: NO_SERVER }));
  const { made, said } = answer;
  if (made && how.seats.length > 0) await remove(id);
  page.postMessage({ tell: 'answer', number, ...(made ? { table: said.table! } : { refused: said }) });
}

/** Nothing is kept of a table any more. */
async function remove(id: string): Promise<void> {
  close(id, false);
  await storage.remove(id);
}

async function forget(number: number, id: string): Promise<void> {
  await remove(id);
  page.postMessage({ tell: 'answer', number });
}

async function begin(address: string, weightsAddress: string, pace: number | null, many: number): Promise<void> {
  [module, storage] = await Promise.all([Module.load(address), Storage.open()]);
  const entropy = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'));
  const { interface: version } = module.call({ call: 'begin', entropy: entropy.join(''), pace });
  if (version !== INTERFACE) throw new Error(`the module has version ${version}, and this page knows ${INTERFACE}`);
  // People play on without them; bots and clocks wait.
  void fetchWeights(weightsAddress, many);
  page.postMessage({ tell: 'ready' });
}

async function fetchWeights(address: string, many: number): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(address);
      const bytes = await response.arrayBuffer();
      if (response.ok && module.takeWeights(bytes)) {
        const found = (told: FromThinker): void => enqueue(() => takeFound(told));
        helpers = new Helpers(many, module.compiled, bytes, found);
        break;
      }
    } catch {
      // Without the net: again in a while.
    }
    await new Promise((later) => setTimeout(later, AGAIN));
  }
  thinks = true;
  for (const table of tables.values()) enqueue(() => drive(table));
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.ask) {
    case 'begin':
      return enqueue(() => begin(data.module, data.weights, data.pace, data.helpers));
    case 'make':
      return enqueue(() => make(data.number, 'make', data.wanted));
    case 'adopt':
      return enqueue(() => make(data.number, 'adopt', data.game));
    case 'request':
      return enqueue(() => request(data.number, data.path, data.body));
    case 'bring':
      return enqueue(() => leaving(data.table, () => bring(data.number, data.table, data.how)));
    case 'connect':
      return enqueue(() => connect(data.client, data.table));
    case 'say':
      return enqueue(() => say(data.client, data.text));
    case 'leave':
      return enqueue(() => leave(data.client));
    case 'forget':
      return enqueue(() => leaving(data.table, () => forget(data.number, data.table)));
    case 'ping':
      return page.postMessage({ tell: 'pong' });
  }
});
