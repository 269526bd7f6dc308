// Two browsers at one table; one loses its connection in the middle.
import type { Page, WebSocketRoute } from '@playwright/test';

import { begin, decide, dice, friends, moveToFirst, whoseTurn } from './play';
import { expect, test } from './server';

/** The net of a page: it can be cut and mended. */
async function net(page: Page) {
  let down = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (down) {
      void socket.close();
      return;
    }
    open.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!down) server.send(message);
    });
    server.onMessage((message) => {
      if (!down) socket.send(message);
    });
  });
  return {
    async cut() {
      down = true;
      for (const socket of open) await socket.close();
      open.clear();
    },
    /** Nothing goes through any more, and nobody is told. */
    swallow: () => (down = true),
    mend: () => (down = false),
  };
}

test('two browsers play each other, and a lost connection comes back', async ({ page: host, guest }) => {
  const line = await net(guest);
  await friends(host, guest, 'modern');
  const roll = dice(11);

  // The fugitive moves; the hunters see it.
  while ((await host.locator('.game').getAttribute('data-mine')) === 'true') await decide(host, roll);
  await expect(guest.locator('.game')).toHaveAttribute('data-mine', 'true');

  // The guest's net is gone: a quiet banner; a move made meanwhile is kept, and sent once.
  await line.cut();
  await expect(guest.locator('.net')).toBeVisible();
  await moveToFirst(guest);
  await expect(guest.locator('.tray h2')).toContainText('kept');
  await expect(host.locator('.seat.moved')).toHaveCount(0);
  line.mend();
  await expect(guest.locator('.net')).toBeHidden({ timeout: 20_000 });
  await expect(host.locator('.seat.moved')).toHaveCount(1);
  await expect(guest.locator('.seat.moved')).toHaveCount(1);

  // And on, some rounds, both in step.
  for (let step = 0; step < 12; step += 1) {
    let due = await whoseTurn(guest, host);
    // A game that ends before is followed by another one.
    if (due === null) {
      await friends(host, guest, 'modern');
      due = host;
      step = 0;
    }
    await decide(due, roll);
  }
  await whoseTurn(guest, host);
  const round = (page: Page) => page.locator('.where').textContent();
  await expect.poll(async () => (await round(host)) === (await round(guest))).toBe(true);

  // Two tabs of one browser stay in step, and a reload returns to the same state.
  const tab = await guest.context().newPage();
  await tab.goto(guest.url());
  await expect(tab.locator('.where')).toHaveText((await round(guest)) ?? '');
  const log = await guest.locator('.log').innerText();
  await guest.reload();
  await expect(guest.locator('.game')).toBeVisible();
  await expect.poll(() => guest.locator('.log').innerText()).toBe(log);
});

test('a move that comes too late is withdrawn visibly', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server });
  const page = await context.newPage();
  const line = await net(page);
  await begin(page, 'classic', 'play');
  await page.locator('[data-target]').first().waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('[data-target]').first().waitFor();
  await line.cut();
  await expect(page.locator('.net')).toBeVisible();
  for (const tab of [page, other]) {
    await moveToFirst(tab);
  }
  await expect(other.locator('.seat.moved')).toHaveCount(1);
  line.mend();
  await expect(page.locator('.notice')).toContainText('withdrawn', { timeout: 20_000 });
  await expect(page.locator('.seat.moved')).toHaveCount(1);
  await context.close();
});

test('a net that is gone without a word is noticed', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server });
  const page = await context.newPage();
  const line = await net(page);
  await page.clock.install();
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  line.swallow();
  // As when a phone leaves the house: the browser says that something changed.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await moveToFirst(page);
  // So long an answer may take.
  await page.clock.fastForward(10_000);
  await expect(page.locator('.net')).toBeVisible();
  await expect(page.locator('.seat.moved')).toHaveCount(0);
  line.mend();
  await expect(page.locator('.net')).toBeHidden({ timeout: 20_000 });
  await expect(page.locator('.seat.moved')).toHaveCount(1);
  await context.close();
});

test('a seat link lets another browser play, fits once, and the first can be sent away', async ({
  page,
  guest: other,
  browser,
  server,
}) => {
  await begin(page, 'modern', 'hide');
  await page.locator('[data-target]').first().waitFor();
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=devices] summary').click();
  const link = await page.locator('[data-do=devices] [data-link]').inputValue();
  // Nobody on the way is told what stands behind the #.
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')));
  await other.goto(link);
  await expect(other.locator('.game')).toHaveAttribute('data-audience', 'fugitive');
  await other.locator('[data-target]').first().waitFor();
  const key = link.split('#k=')[1]!;
  expect(other.url()).not.toContain(key);
  expect(asked.filter((text) => text.includes(key)).map((text) => new URL(text.split('{')[0]!).pathname)).toEqual([
    expect.stringMatching(/\/claim$/),
  ]);
  await expect(page.locator('.game')).toHaveAttribute('data-audience', 'fugitive');
  const context = await browser.newContext({ baseURL: server });
  const thief = await context.newPage();
  await thief.goto(link);
  await expect(thief.locator('.unavailable, h1').first()).toBeVisible();
  await expect(thief.locator('.game')).toHaveCount(0);
  await context.close();
  await other.locator('[data-do=menu]').click();
  await other.locator('[data-do=devices] summary').click();
  await other.locator('[data-do=remove-device]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-audience', 'spectator');
});
