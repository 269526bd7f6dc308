// A page of a server that has the game in it: whoever plays alone does not make the server think.
import type { Page } from '@playwright/test';

import { begin, decide, dice, toldOfProofs, yieldNow } from './play';
import { expect, test } from './server';

/** A person who plays alone on this device, with quick bots. */
async function alone(page: Page): Promise<{ sockets: string[] }> {
  await page.addInitScript(() => {
    localStorage.setItem('fogbound.solo', 'here');
    localStorage.setItem('fogbound.pace', '1');
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  return { sockets };
}

/** Tables that were made, and decisions that bots have taken, at the server. */
const [MADE, DECIDED] = ['fogbound_tables_made_total', 'fogbound_automatic_total'];

async function figure(page: Page, name: string): Promise<number> {
  const text = await (await page.request.get('/metrics')).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1]);
}

test('a game alone is played on this device, and the server does nothing for it', async ({ page }) => {
  const { sockets } = await alone(page);
  await page.goto('/');
  const before = [await figure(page, MADE), await figure(page, DECIDED)];
  await begin(page, 'modern', 'hide');
  const roll = dice(3);
  for (let turns = 0; turns < 8; turns += 1) await decide(page, roll);
  await page.locator('[data-do=menu]').click();
  await expect(page.locator('[data-local]')).toContainText('on this device');
  await page.keyboard.press('Escape');
  await yieldNow(page);
  // No more is claimed than what one device can show.
  await expect(page.locator('[data-verdict]')).toHaveText('Unchanged');
  const words = await toldOfProofs(page);
  expect(words).toContain('Nobody has signed it');
  expect(words).not.toMatch(/server|fair/i);
  expect([await figure(page, MADE), await figure(page, DECIDED)]).toEqual(before);
  expect(sockets).toEqual([]);
});

test('the module comes in less than 450 kB', async ({ page }) => {
  const files = await (await page.request.get('/sw.js')).text();
  const module = /\/assets\/[^"]+\.wasm/.exec(files)![0];
  const answer = await page.request.get(module, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers()['content-encoding']).toBe('br');
  expect(Number(answer.headers()['content-length'])).toBeLessThanOrEqual(450_000);
});

test('with friends it is a table of the server', async ({ page }) => {
  const { sockets } = await alone(page);
  await begin(page, 'modern', 'friends');
  expect(sockets).toHaveLength(1);
});

test('where the module cannot be had, the server plays as before', async ({ page }) => {
  const { sockets } = await alone(page);
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  expect(sockets).toHaveLength(1);
});
