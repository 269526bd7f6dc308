// Nothing in the page of a local hunter tells where a bot hides: searched for under any name, in the document, in all that
// the page remembers, in what the Worker tells it, and in what the browser keeps. Planted leaks are found.
import type { Page } from '@playwright/test';

import { begin, decide, dice, shortGame, yieldNow } from './play';
import { documentNumbers, type Found, heardNumbers, kept, memory, telling } from './secrets';
import { startServer } from './server';
import { expect, quick, test } from './site';

interface Moment {
  /** How many slots of the log were filled: at the end that tells where he was. */
  slots: number;
  page: Found;
  memory: Found;
  heard: Found;
}

/** What the Worker tells a page, as text. The listener is the test's, so that the page does not remember it. */
async function told(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeBinding('heardOfWorker', (_, text: string) => void heard.push(text));
  await page.addInitScript(() => {
    const Real = Worker;
    const tell = (window as unknown as { heardOfWorker: (text: string) => void }).heardOfWorker;
    window.Worker = class extends Real {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data }: MessageEvent<{ text?: string }>) => {
          const { text, ...rest } = data;
          tell(JSON.stringify(rest));
          if (text !== undefined) tell(text);
        });
      }
    };
  });
  return heard;
}

/** Everything in the databases of a page that is not encrypted, and the bytes of what is. */
async function databases(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const readable = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('latin1').decode(value instanceof ArrayBuffer ? new Uint8Array(value) : value);
      if (value instanceof CryptoKey) return { extractable: value.extractable };
      if (Array.isArray(value)) return value.map(readable);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]));
      return value;
    };
    const found: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const all = await done(database.transaction(store).objectStore(store).getAll());
        found.push({ store, all: readable(all) });
      }
      database.close();
    }
    return JSON.stringify(found);
  });
}

/** Plays a game as the hunters, and looks for him at four moments at which he is out of sight. */
async function hunt(page: Page): Promise<{ moments: Moment[]; route: number[]; stored: string }> {
  const heard = await told(page);
  await begin(page, 'modern', 'play');
  const session = await page.context().newCDPSession(page);
  const roll = dice(29);
  const moments: Moment[] = [];
  let seen = -1;
  while (moments.length < 4) {
    await page.locator('.game[data-mine=true]').or(page.locator('.end')).first().waitFor();
    // A game that ends before is followed by another one.
    if ((await page.locator('.end').count()) > 0) {
      moments.length = 0;
      seen = -1;
      // What the next one tells counts from its first move on, which is made before the page is looked at.
      heard.length = 0;
      await begin(page, 'modern', 'play');
      continue;
    }
    const slots = await page.locator('.log .stub:not(.empty)').count();
    const shown = [3, 8, 13, 18, 24].includes(slots);
    if (slots !== seen && slots > 0 && !shown) {
      moments.push({
        slots,
        page: await documentNumbers(page),
        memory: (await memory(session)).numbers,
        heard: heardNumbers(heard.splice(0)),
      });
    } else if (shown && slots !== seen) heard.splice(0);
    seen = slots;
    await decide(page, roll);
  }
  const stored = (await kept(page)) + (await databases(page));
  await yieldNow(page);
  const news = heard.filter((text) => text.includes('"ending":{')).at(-1)!;
  const { scene } = JSON.parse(news) as { scene: { game: { ending: { route: number[] } } } };
  return { moments, route: scene.game.ending.route, stored };
}

function tellingPlaces(moments: Moment[], route: number[], what: 'page' | 'memory' | 'heard'): string[] {
  return telling(moments.map((moment) => ({ station: route[moment.slots - 1]!, found: moment[what] })));
}

test("nothing in a local hunter's page tells where he is", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site });
  await quick(context);
  const page = await context.newPage();
  const { moments, route, stored } = await hunt(page);
  for (const what of ['page', 'memory', 'heard'] as const) expect(tellingPlaces(moments, route, what)).toEqual([]);
  expect(stored).not.toMatch(/"(what|private|own|deal)\\?":/);
  expect(stored).toContain('"extractable":false');
  await context.close();
});

/** A Worker that gives his station away: in a message, and in the store. */
const LEAK = `
const encode = TextEncoder.prototype.encode;
TextEncoder.prototype.encode = function (text) {
  if (text.includes('"what":"played"')) {
    const his = /"kind":"move".*?"to":(\\d+)/.exec(text);
    if (his) self.postMessage({ tell: 'pong', leak: Number(his[1]) });
    const opening = indexedDB.open('planted', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('open', { autoIncrement: true });
    opening.onsuccess = () => opening.result.transaction('open', 'readwrite').objectStore('open').add(text);
  }
  return encode.call(this, text);
};
`;

test('planted leaks of the Worker are found', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site });
  await quick(context);
  await context.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: LEAK + (await response.text()) });
  });
  const { moments, route, stored } = await hunt(await context.newPage());
  expect(tellingPlaces(moments, route, 'heard')).toContain('.leak');
  expect(stored).toMatch(/"what\\?":\\?"played/);
  await context.close();
});

/** A whole record, as text or as JSON: it begins with where everybody was dealt to, him as well. */
const RECORD = /deal d1 \d+; .*\bx \d+|"deal":\{/;

/** A Worker that gives away what it brings to the server: in a message. */
const MOVING_LEAK = `
const ask = self.fetch;
self.fetch = (address, how) => {
  if (how?.body) self.postMessage({ tell: 'pong', leak: JSON.parse(how.body).record });
  return ask(address, how);
};
`;

/** Plays as the hunters until he is out of sight, and moves the game to a server: all texts that the page had of it then. */
async function moveAway(page: Page): Promise<{ heard: string[]; remembered: string[]; stored: string }> {
  const heard = await told(page);
  await page.addInitScript(() => localStorage.setItem('fogbound.solo', 'here'));
  await shortGame(page, 2, dice(31), '/', 'play');
  const here = page.url();
  await page.locator('[data-do=menu]').click();
  await page.locator('details[data-do=move] summary').click();
  await page.locator('[data-do=move-now]').click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== here);
  await page.locator('.game[data-mine=true]').waitFor();
  const session = await page.context().newCDPSession(page);
  const remembered = (await memory(session)).strings;
  return { heard, remembered, stored: (await kept(page)) + (await databases(page)) };
}

test('a game that moves to a server passes by the page, which never has its record; a leak of it is found', async ({
  browser,
}) => {
  const { url, stop } = await startServer();
  const context = await browser.newContext({ baseURL: url });
  await quick(context);
  // Two after the other: the second has a Worker that tells.
  const [clean, leaky] = [await context.newPage(), await context.newPage()];
  const { heard, remembered, stored } = await moveAway(clean);
  expect(heard.some((text) => text.includes('"tell":"answer"'))).toBe(true);
  expect([...heard, ...remembered, stored].filter((text) => RECORD.test(text))).toEqual([]);
  await clean.close();

  await leaky.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: MOVING_LEAK + (await response.text()) });
  });
  // A page that keeps all that it is told.
  await leaky.addInitScript(() => {
    const Real = Worker;
    const all: unknown[] = [];
    (window as unknown as { all: unknown[] }).all = all;
    window.Worker = class extends Real {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data }) => all.push(data));
      }
    };
  });
  const found = await moveAway(leaky);
  expect(found.heard.some((text) => RECORD.test(text))).toBe(true);
  expect(found.remembered.some((text) => RECORD.test(text))).toBe(true);
  await context.close();
  await stop();
});

/** A module that answers every call with another version of the interface. */
function otherModule(): Buffer {
  const text = '{"interface":99}';
  const section = (id: number, bytes: number[]): number[] => [id, bytes.length, ...bytes];
  const name = (word: string): number[] => [word.length, ...Buffer.from(word)];
  const exported = (word: string, kind: number, index: number): number[] => [...name(word), kind, index];
  const constant = (value: number[]): number[] => [value.length + 3, 0, 0x41, ...value, 0x0b];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f]),
    ...section(3, [4, 0, 1, 1, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [
      5,
      ...exported('memory', 2, 0),
      ...exported('room', 0, 0),
      ...exported('call', 0, 1),
      ...exported('answer', 0, 2),
      ...exported('weights', 0, 3),
    ]),
    ...section(10, [4, ...constant([0x80, 0x08]), ...constant([text.length]), ...constant([0]), ...constant([1])]),
    ...section(11, [1, 0, 0x41, 0, 0x0b, ...name(text)]),
  ]);
}

test('a page with a module of another version says that it cannot play', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.route('**/*.wasm', (route) =>
    route.fulfill({ body: otherModule(), headers: { 'content-type': 'application/wasm' } }),
  );
  const said = page.waitForEvent('console', (message) => message.text().includes('version 99'));
  await page.goto('/');
  await page.locator('[data-do=play]').click();
  await said;
  await expect(page.getByRole('alert')).toContainText('cannot be started in this page');
  await context.close();
});
