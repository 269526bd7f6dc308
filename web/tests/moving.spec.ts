// A game that was played elsewhere comes to the server: one of this device, to go on with a friend or to be seen by its link; a
// record from a file.
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { begin, decide, dice, moveAside, moveToServer, shortGame, toldOfProofs, yieldNow } from './play';
import { expect, test } from './server';

/** A person who plays alone on this device, with quick bots. */
async function alone(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    localStorage.setItem('fogbound.solo', 'here');
    localStorage.setItem('fogbound.pace', '1');
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  return sockets;
}

const stubs = (page: Page) => page.locator('.log .stub:not(.empty)');

test('a game of this device goes on at the server with a friend', async ({ page, guest }) => {
  const sockets = await alone(page);
  const roll = dice(3);
  await shortGame(page, 2, roll);
  const [here, told] = [page.url(), await stubs(page).count()];
  expect(sockets).toEqual([]);

  await moveToServer(page);
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== here);
  await page.locator('.game[data-mine=true]').waitFor();
  expect(await stubs(page).count()).toBe(told);
  expect(sockets).toHaveLength(1);

  const there = page.url();

  // A friend asks for a detective, and gets it.
  await guest.goto(there);
  await guest.locator('.game').waitFor();
  await guest.locator('[data-do=menu]').click();
  await guest.locator('[data-ask=d1]').click();
  await page.locator('[data-do=grant]').click();
  await guest.keyboard.press('Escape');
  while ((await page.locator('.game').getAttribute('data-turn')) === 'fugitive') await decide(page, roll);
  await guest.locator('.game[data-mine=true], .end').first().waitFor();

  await yieldNow(page);
  const verdict = page.locator('[data-verdict]');
  await expect(verdict).toHaveAttribute('data-verdict', 'holds');
  const words = await toldOfProofs(page);
  expect(words).toMatch(/first (step was|\d+ steps were) played elsewhere/);
  expect(words).toContain('signed with a key of this server');
  // Here it is one game, and nothing is left of the table of this device.
  await page.goto('/games');
  const ways = (url: string) => page.locator(`a[href^="${new URL(url).pathname}"]`);
  await expect(ways(there)).toHaveCount(1);
  await expect(ways(here)).toHaveCount(0);
  await page.goto(here);
  await expect(page.locator('.game')).toHaveCount(0);
});

test('what the server does not take stays on this device', async ({ page }) => {
  await alone(page);
  await page.route('**/api/games', (route) =>
    route.fulfill({ status: 429, json: { code: 'limit', text: 'too many tables were made from your address' } }),
  );
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  const here = page.url();
  await moveToServer(page);
  await expect(page.getByRole('alert').filter({ hasText: 'too much' })).toBeVisible();
  expect(page.url()).toBe(here);
  await page.keyboard.press('Escape');
  await moveAside(page);
  await expect(page.locator('.pill.offline')).toHaveCount(0);
});

/** Tables that were made at the server. */
async function made(page: Page): Promise<number> {
  const text = await (await page.request.get('/metrics')).text();
  return Number(/^fogbound_tables_made_total (\d+)$/m.exec(text)![1]);
}

test('who does not hear the answer asks again, and the game is at the server once', async ({ page }) => {
  await alone(page);
  const roll = dice(3);
  await shortGame(page, 2, roll);
  const [here, before] = [page.url(), await made(page)];
  // The server does it, and the answer is lost.
  const addresses: string[] = [];
  await page.route('**/api/games', async (route) => {
    const response = await route.fetch();
    addresses.push(response.headers().location!);
    await (addresses.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await moveToServer(page);
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  expect(page.url()).toBe(here);
  await page.locator('[data-do=move-now]').click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== here);
  await page.locator('.game[data-mine=true]').waitFor();
  expect([addresses.length, new Set(addresses).size, (await made(page)) - before]).toEqual([2, 1, 1]);
  expect(await decide(page, roll)).toBe(true);
});

test('a game of this device is published by its link', async ({ page, guest }) => {
  await alone(page);
  await begin(page, 'classic', 'hide');
  const roll = dice(5);
  for (let turns = 0; turns < 6; turns += 1) await decide(page, roll);
  await yieldNow(page);
  await page.locator('[data-do=publish]').click();
  const link = await page.locator('.end [data-link]').inputValue();
  // It is published once, however often that is pressed.
  await page.reload();
  await page.locator('[data-do=publish]').click();
  await expect(page.locator('.end [data-link]')).toHaveValue(link);
  await guest.goto(link);
  await guest.locator('.viewport').waitFor();
  await expect(guest.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'unseen');
  expect(await toldOfProofs(guest)).toContain('whoever wrote the record can have made its proofs');
});

test('a record from a file goes on, or is published; one that keeps his secret is only shown', async ({ page }) => {
  await page.goto('/replay');
  const example = readFileSync(new URL('../../docs/examples/game.fog', import.meta.url), 'utf8');
  const open = async (text: string): Promise<void> => {
    await page.goto('/replay');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.fog', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.locator('.viewport').waitFor();
  };
  await open(example);
  await page.locator('[data-do=publish]').click();
  await page.goto(await page.locator('[data-link]').inputValue());
  await page.locator('.viewport').waitFor();

  const cut = `${example.replace('hunters: captured by d2 at 29', '*').split('\n6. ')[0]!}\n`;
  await open(
    cut
      .replace('x 35', 'x ?')
      .replace(/^(\d\. (?:double )?\w+) \d+/gm, '$1 ?')
      .split('\n2. ')[0]! + '\n',
  );
  await expect(page.locator('[data-do=publish], [data-do^=go-on]')).toHaveCount(0);

  await open(cut);
  await page.locator('[data-do=go-on-fugitive]').click();
  await page.locator('.game[data-mine=true]').waitFor();
  expect(await stubs(page).count()).toBeGreaterThan(4);
  expect(await decide(page, dice(2))).toBe(true);
});
