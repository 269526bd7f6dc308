// The whole game in the page, from a folder of files, with the net off.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { begin, decide, dice, moveAside, moveToFirst, playOn, shortGame, yieldNow } from './play';
import { expect, quick, test } from './site';

/** Every edition, from one side or the other. */
const GAMES = {
  beginner: 'hide',
  classic: 'hide',
  compact: 'play',
  'holmes-original': 'hide',
  holmes: 'play',
  modern: 'play',
  study: 'hide',
} as const;

for (const [edition, mode] of Object.entries(GAMES)) {
  test(`a whole game of ${edition} against bots, without the net: ${mode}`, async ({ unplugged: page }) => {
    await begin(page, edition, mode);
    await playOn(page, dice(7));
    await expect(page.locator('.end')).toBeVisible();
    await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'holds');
  });
}

test('around one screen, without the net', async ({ unplugged: page }) => {
  await begin(page, 'compact', 'screen');
  await playOn(page, dice(3));
  await expect(page.locator('.end')).toBeVisible();
});

test('he hides from bots, gives up, and sees it again: by the button, by its link, and from the file', async ({
  unplugged: page,
}) => {
  await begin(page, 'classic', 'hide');
  const roll = dice(5);
  for (let turns = 0; turns < 12; turns += 1) await decide(page, roll);
  await yieldNow(page);
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'holds');
  const download = page.waitForEvent('download');
  await page.locator('[data-do=save]').click();
  const file = await (await download).path();
  await page.locator('[data-do=replay]').click();
  await page.locator('.viewport').waitFor();
  await page.goto(`${page.url()}/1`);
  await page.locator('.viewport').waitFor();
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'unseen');
  await page.goto('/replay/example');
  await page.locator('.viewport').waitFor();
});

test('the first walk, without the net', async ({ unplugged: page }) => {
  await page.goto('/learn');
  await expect(page.locator('.learn main svg').first()).toBeVisible();
  await page.locator('[data-do=next]').click();
  await expect(page.locator('.learn .text')).not.toBeEmpty();
});

test('what was begun goes on after a reload, and from the start page', async ({ unplugged: page }) => {
  await shortGame(page, 3, dice(11), '/', 'play');
  const stubs = page.locator('.log .stub:not(.empty)');
  const before = [await stubs.count(), await page.locator('.where').innerText()];
  await page.reload();
  await page.locator('.game[data-mine=true]').waitFor();
  expect([await stubs.count(), await page.locator('.where').innerText()]).toEqual(before);
  await page.goto('/');
  await page.locator('[data-do=continue]').first().click();
  await moveAside(page);
  await expect(page.locator('.pill.offline')).toHaveCount(0);
});

test('where the device has no room left, a move is refused and nothing is lost', async ({ unplugged: page }) => {
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  // The browser notices another quota after half a minute only; so its database ends every change, as it does then.
  await page.workers()[0]!.evaluate(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own object.
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...value: Parameters<typeof add>) {
      const request = add.apply(this, value);
      this.transaction.abort();
      return request;
    };
  });
  await moveToFirst(page);
  await expect(page.getByText('no room left')).toBeVisible();
  const round = await page.locator('.where').innerText();
  await page.reload();
  await page.locator('.game[data-mine=true]').waitFor();
  expect(await page.locator('.where').innerText()).toBe(round);
  await moveAside(page);
  await expect(page.getByText('no room left')).toHaveCount(0);
  await moveAside(page);
});

test('where a move of a bot cannot be kept, that is said, and the game goes on when there is room', async ({
  unplugged: page,
}) => {
  await begin(page, 'modern', 'hide');
  await page.locator('.game[data-mine=true]').waitFor();
  // One change is kept, that of the person; the next ones are ended by the database.
  await page.workers()[0]!.evaluate(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own object.
    const add = IDBObjectStore.prototype.add;
    let first: IDBTransaction | undefined;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...value: Parameters<typeof add>) {
      const request = add.apply(this, value);
      first ??= this.transaction;
      if (this.transaction !== first && !('room' in self)) this.transaction.abort();
      return request;
    };
  });
  await moveToFirst(page);
  await expect(page.getByRole('alert').filter({ hasText: 'no room left' })).toBeVisible();
  await expect(page.locator('.game')).toHaveAttribute('data-turn', 'hunters');
  await page.workers()[0]!.evaluate(() => Object.assign(self, { room: true }));
  await page.locator('.game[data-mine=true], .end').first().waitFor();
  await expect(page.getByText('no room left')).toHaveCount(0);
});

test('a Worker that is killed while a bot thinks is followed by another one', async ({ unplugged: page }) => {
  await page.goto('/');
  await page.locator('input[name=edition][value=modern]').check({ force: true });
  await page.locator('input[name=level][value="8"]').check({ force: true });
  await page.locator('[data-do=hide]').click();
  await page.locator('.game[data-mine=true]').waitFor();
  // Bots may be done before the page is looked at again: so the page itself tells when it is their turn.
  const hunted = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const game = document.querySelector<HTMLElement>('.game')!;
        const watch = new MutationObserver(() => {
          if (game.dataset['mine'] === 'false') resolve();
        });
        watch.observe(game, { attributeFilter: ['data-mine'] });
      }),
  );
  await moveToFirst(page);
  await hunted;
  // Where the device has processors to spare, others help it.
  const holders = () => page.workers().filter((worker) => worker.url().includes('/worker-'));
  await holders()[0]!.evaluate(() => self.close());
  // Without a word of it; the bots go on until it is his turn again, or they have him.
  await page.locator('.game[data-mine=true], .end').first().waitFor({ timeout: 120_000 });
  // They may have been done already: then it is missed when he moves.
  if (holders().length === 0) {
    await moveToFirst(page);
    await page.locator('.game[data-mine=true], .end').first().waitFor({ timeout: 120_000 });
  }
  expect(holders()).toHaveLength(1);
});

test('two tabs at one table do not make two games of it', async ({ unplugged: page }) => {
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.game[data-mine=true]').waitFor();
  await expect(page.locator('.pill.offline')).toBeVisible();
  await moveAside(other);
  await expect(other.locator('.pill.offline')).toHaveCount(0);
  // Whoever turns to the first one has it back, with what happened in the other.
  await page.bringToFront();
  await page.mouse.click(5, 300);
  await expect(page.locator('.pill.offline')).toHaveCount(0);
  await expect(other.locator('.pill.offline')).toBeVisible();
  await moveAside(page);
  await yieldNow(page);
  await other.bringToFront();
  await other.mouse.click(5, 300);
  await expect(other.locator('.end')).toBeVisible();
});

test('the site says what its page may do, and does no more', async ({ page }) => {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.goto('/');
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  await expect(page.locator('[data-do=friends]')).toHaveCount(0);
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor({ timeout: 30_000 });
  expect(wrong.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
});

/** What the browser has of the page: whether a newer one waits, and under how many names files are kept. */
function kept(page: Page): Promise<{ waits: boolean; names: string[] }> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { waits: registration?.waiting != null, names: await caches.keys() };
  });
}

test('a newer page waits until nobody plays, in any tab', async ({ browser, ownSite: { url, folder } }) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'allow' });
  await quick(context);
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('[data-offline]').waitFor();
  const old = (await kept(page)).names;
  expect(old).toHaveLength(1);
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();

  // The folder is written anew, with one more file.
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  writeFileSync(join(folder, 'assets', 'newer.txt'), 'newer');
  writeFileSync(join(folder, 'sw.js'), worker.replace('const FILES = [', 'const FILES = ["/assets/newer.txt",'));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(async () => (await kept(page)).waits).toBe(true);

  // In the game it stays as it was when another tab is at the start page, and after a reload.
  for (const again of [false, true]) {
    if (again) await page.reload();
    await page.locator('.game[data-mine=true]').waitFor();
    const other = await context.newPage();
    await other.goto('/');
    await other.locator('[data-offline]').waitFor();
    // By now it has asked for the newer one, more than once.
    await other.waitForTimeout(4000);
    const { waits, names } = await kept(other);
    expect([waits, names]).toEqual([true, expect.arrayContaining(old)]);
    await other.close();
  }
  await moveAside(page);

  // Out of it the newer one comes, the older files go, and the game goes on with it.
  await page.goto('/');
  // A browser may keep the older one for half a minute.
  await expect.poll(async () => (await kept(page)).waits, { timeout: 45_000 }).toBe(false);
  await expect.poll(async () => (await kept(page)).names).toHaveLength(1);
  expect((await kept(page)).names).not.toEqual(old);
  await context.setOffline(true);
  await page.reload();
  await page.locator('[data-do=continue]').first().click();
  await page.locator('.game[data-mine=true]').waitFor();
  await moveAside(page);
  await context.close();
});

test('the bots decide in the page what they decide in the tests of the engine', async ({ page }) => {
  await page.goto('/');
  const found = await page.evaluate(async () => {
    const list = await (await fetch('/sw.js')).text();
    const address = (kind: string): string => new RegExp(`/assets/[^"]+\\.${kind}`).exec(list)![0];
    const weights = new Uint8Array(await (await fetch(address('bin'))).arrayBuffer());
    const bytes = await (await fetch(address('wasm'))).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const exports = instance.exports as unknown as Record<
      'room' | 'call' | 'answer' | 'weights',
      (n?: number) => number
    >;
    const { memory } = instance.exports as unknown as { memory: WebAssembly.Memory };
    const write = (text: Uint8Array): void => {
      const at = exports.room(text.length);
      new Uint8Array(memory.buffer, at, text.length).set(text);
    };
    write(weights);
    exports.weights();
    write(new TextEncoder().encode('{"call":"signature"}'));
    const length = exports.call();
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, exports.answer(), length));
    return (JSON.parse(answer) as { body: string }).body;
  });
  expect(found).toBe(readFileSync(new URL('../../crates/engine/tests/signature.txt', import.meta.url), 'utf8'));
});

test('where the device has processors to spare, several Workers think about one decision', async ({ page }) => {
  await quick(page.context());
  // As on a device with four of them.
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }));
  await page.goto('/');
  await page.locator('input[name=edition][value=modern]').check({ force: true });
  await page.locator('input[name=level][value="8"]').check({ force: true });
  await page.locator('[data-do=hide]').click();
  await page.locator('.game[data-mine=true]').waitFor();
  await moveToFirst(page);
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('thinker')).length).toBe(2);
  await page.locator('.game[data-mine=true], .end').first().waitFor({ timeout: 120_000 });
});

/** How many entries this device keeps; afterwards none, if they are removed behind the Worker's back. */
function entries(page: Page, removed = false): Promise<number> {
  return page.evaluate(
    (removed) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fogbound');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          const count = transaction.objectStore('entries').count();
          if (removed) transaction.objectStore('entries').clear();
          transaction.oncomplete = () => (opening.result.close(), resolve(count.result));
        };
      }),
    removed,
  );
}

/** The tables of which this device keeps anything. */
function tablesWithEntries(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('fogbound');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve([...new Set((keys.result as [string, number][]).map(([table]) => table))]);
          };
        };
      }),
  );
}

test('a game that has left this device does not go on in a tab that still has it', async ({ unplugged: page }) => {
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  expect(await entries(page, true)).toBeGreaterThan(3);
  await moveToFirst(page);
  await expect(page.locator('.pill.offline')).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(page.getByText('There is no such table')).toBeVisible();
  expect(await entries(page)).toBe(0);
});

test('a game that falls out of the list of games is not kept for nobody', async ({ unplugged: page }) => {
  await begin(page, 'modern', 'hide');
  await yieldNow(page);
  const old = page.url().split('/').at(-1)!;
  expect(await entries(page)).toBeGreaterThan(3);
  // As if a hundred games had ended since, and twenty more tables had been made.
  await page.evaluate((old) => {
    const [own] = JSON.parse(localStorage.getItem('fogbound.games')!) as [{ table: string; at: number }];
    const others = Array.from({ length: 99 }, (_, index) => ({ ...own, table: `other${index}`, at: own.at + 1 }));
    localStorage.setItem('fogbound.games', JSON.stringify([...others, own]));
    const made = Array.from({ length: 20 }, (_, index) => `made${index}`);
    localStorage.setItem('fogbound.local', JSON.stringify([...made, old]));
  }, old);
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  const own = page.url().split('/').at(-1)!;
  await expect.poll(() => tablesWithEntries(page)).toEqual([own]);
  expect(await page.evaluate(() => localStorage.getItem('fogbound.local'))).not.toContain(old);
  await moveAside(page);
});

test('a game that is forgotten is nowhere any more', async ({ unplugged: page }) => {
  await begin(page, 'modern', 'hide');
  await yieldNow(page);
  const address = page.url();
  expect(await entries(page)).toBeGreaterThan(3);
  await page.goto('/games');
  await page.locator('[data-do=forget]').first().click();
  await expect.poll(() => entries(page)).toBe(0);
  await page.goto(address);
  await expect(page.locator('.game')).toHaveCount(0);
});

/** What keeps the game from running in a page. */
const SPOILT: Record<string, (page: Page) => Promise<unknown>> = {
  'a browser that allows no Worker': (page) =>
    page.addInitScript(() => {
      window.Worker = class {
        constructor() {
          throw new DOMException('no', 'SecurityError');
        }
      } as unknown as typeof Worker;
    }),
  'a Worker whose file is not there': (page) =>
    page.route('**/assets/worker-*.js', (route) => route.fulfill({ status: 404 })),
  'a browser that does not know what the module is made of': (page) =>
    page.route('**/*.wasm', (route) =>
      route.fulfill({ body: 'no module', headers: { 'content-type': 'application/wasm' } }),
    ),
  'a browser that keeps nothing': (page) =>
    page.route('**/assets/worker-*.js', async (route) => {
      const response = await route.fetch();
      const spoilt = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };\n";
      await route.fulfill({ response, body: spoilt + (await response.text()) });
    }),
};

test('where the game cannot be started, the page says why and what to do', async ({ browser, site }) => {
  for (const [what, spoil] of Object.entries(SPOILT)) {
    const context = await browser.newContext({ baseURL: site });
    const page = await context.newPage();
    await spoil(page);
    await page.goto('/');
    await page.locator('[data-do=play]').click();
    await expect(page.getByRole('alert'), what).toContainText('cannot be started in this page');
    await context.close();
  }
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  // As over plain HTTP.
  await page.addInitScript(() => delete (Navigator.prototype as { locks?: LockManager }).locks);
  await page.goto('/');
  await expect(page.locator('[data-cannot-play]')).toContainText('has to come over HTTPS');
  await page.locator('[data-do=play]').click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be started in this page' })).toBeVisible();
  await context.close();
});

test('a game of this device whose module is gone says so, and comes back with it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site });
  await quick(context);
  const page = await context.newPage();
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.locator('[data-do=continue]').first().click();
  await expect(page.getByRole('status').filter({ hasText: 'does not answer in this page' })).toBeVisible();
  await page.unroute('**/*.wasm');
  await page.locator('.game[data-mine=true]').waitFor();
  await context.close();
});
