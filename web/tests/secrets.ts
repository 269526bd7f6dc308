// Searching a page for what it must not know: its document, what it keeps, what it heard, and all
// that its memory holds.
import type { CDPSession, Page } from '@playwright/test';

/** Numbers, each with a name for where it was found. */
export type Found = Map<string, Set<number>>;

function add(found: Found, where: string, value: number): void {
  const known = found.get(where);
  if (known) known.add(value);
  else found.set(where, new Set([value]));
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[]; edge_types: [string[]] } };
  nodes: number[];
  edges: number[];
  strings: string[];
}

async function snapshot(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return JSON.parse(chunks.join('')) as Snapshot;
}

export interface Memory {
  /** The numbers of all objects, by the names of the two properties that lead to them. */
  numbers: Found;
  /** All strings. */
  strings: string[];
}

/** What is reachable in the memory of a page. */
export async function memory(session: CDPSession): Promise<Memory> {
  const {
    snapshot: { meta },
    nodes,
    edges,
    strings,
  } = await snapshot(session);
  const nodeSize = meta.node_fields.length;
  const edgeSize = meta.edge_fields.length;
  const at = (fields: string[], name: string) => fields.indexOf(name);
  const [kind, name, count] = ['type', 'name', 'edge_count'].map((field) => at(meta.node_fields, field)) as [
    number,
    number,
    number,
  ];
  const property = meta.edge_types[0].indexOf('property');
  const number = meta.node_types[0].indexOf('number');
  const parent = new Map<number, string>();
  const [named, inside] = [property, meta.edge_types[0].indexOf('internal')];
  const each = (type: number, visit: (from: number, edge: string, to: number) => void) => {
    let edge = 0;
    for (let node = 0; node < nodes.length; node += nodeSize) {
      for (let left = nodes[node + count]!; left > 0; left -= 1, edge += edgeSize) {
        if (edges[edge] === type) visit(node, strings[edges[edge + 1]!]!, edges[edge + 2]!);
      }
    }
  };
  each(named, (_, edge, to) => {
    if (!parent.has(to)) parent.set(to, edge);
  });
  // A number is a node of its own; what it is worth stands in a text that it refers to.
  const worth = new Map<number, number>();
  each(inside, (from, edge, to) => {
    if (nodes[from + kind] === number && edge === 'value') worth.set(from, Number(strings[nodes[to + name]!]));
  });
  const numbers: Found = new Map();
  each(named, (from, edge, to) => {
    const value = worth.get(to);
    if (value !== undefined && Number.isInteger(value)) add(numbers, `${parent.get(from) ?? ''}.${edge}`, value);
  });
  return { numbers, strings };
}

/** The numbers in messages, by their path. */
export function heardNumbers(frames: string[]): Found {
  const found: Found = new Map();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'number') add(found, path, value);
    else if (Array.isArray(value)) value.forEach((item) => walk(item, `${path}[]`));
    else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    }
  };
  for (const frame of frames) walk(JSON.parse(frame), '');
  return found;
}

/** The numbers in the document, by element and attribute. */
export async function documentNumbers(page: Page): Promise<Found> {
  const list = await page.evaluate(() => {
    const found: [string, number][] = [];
    const take = (where: string, text: string) => {
      for (const [digits] of text.matchAll(/\d+/g)) found.push([where, Number(digits)]);
    };
    for (const element of document.querySelectorAll('*')) {
      const where = `${element.tagName}.${element.getAttribute('class') ?? ''}`;
      for (const { name, value } of element.attributes)
        if (name !== 'd' && name !== 'class') take(`${where}@${name}`, value);
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) take(where, child.textContent ?? '');
    }
    return found;
  });
  const found: Found = new Map();
  for (const [where, value] of list) add(found, where, value);
  return found;
}

/** Everything that a page keeps beyond itself. */
export async function kept(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const caches = await self.caches.keys();
    const addresses: string[] = [];
    for (const name of caches) {
      for (const request of await (await self.caches.open(name)).keys()) addresses.push(request.url);
    }
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      cookie: document.cookie,
      state: history.state as unknown,
      name: window.name,
      addresses: addresses.map((address) => new URL(address).pathname),
    });
  });
  return stored;
}

/** A place that tells where he is: it held his station at every moment, and few other numbers. */
export function telling(moments: { station: number; found: Found }[]): string[] {
  const [first, ...rest] = moments;
  if (!first) return [];
  const fits = ({ station, found }: { station: number; found: Found }, where: string): boolean => {
    const values = found.get(where);
    return values !== undefined && values.size <= 8 && values.has(station);
  };
  return [...first.found.keys()].filter((where) => fits(first, where) && rest.every((moment) => fits(moment, where)));
}
