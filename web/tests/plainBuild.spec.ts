// A page that was built without the module: everything is played at the server. Its files are those of such a build, named by
// FOGBOUND_PLAIN; the server is the real one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { begin } from './play';
import { expect, test } from './server';

// Its files do not come over the net, so for the browser the page is from nowhere; the server is on this machine.
test.use({ permissions: ['local-network-access'] });

const folder = process.env.FOGBOUND_PLAIN;
if (folder === undefined)
  throw new Error('FOGBOUND_PLAIN names the folder of a build without the module: ../test.sh makes one');

/** Serves the files of such a build; what it served is told. */
async function serveFrom(page: Page, folder: string): Promise<string[]> {
  const served: string[] = [];
  await page.route(
    ({ pathname }) => !pathname.startsWith('/api/'),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(folder, pathname);
      served.push(pathname);
      // Every address of the app is the same page.
      return route.fulfill({ path: pathname !== '/' && existsSync(file) ? file : join(folder, 'index.html') });
    },
  );
  return served;
}

test('a page without the game in it plays at the server', async ({ page }) => {
  expect(readFileSync(join(folder, 'sw.js'), 'utf8')).not.toContain('.wasm');
  const served = await serveFrom(page, folder);
  await page.addInitScript(() => localStorage.setItem('fogbound.solo', 'here'));
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  expect(sockets).toHaveLength(1);
  await expect(page.locator('[data-offline]')).toHaveCount(0);
  expect(served.some((path) => path.startsWith('/assets/'))).toBe(true);
});

test('a page without the game in it has its reviews made by the server', async ({ page }) => {
  await serveFrom(page, folder);
  await page.goto('/replay/example');
  await page.locator('[data-do=review]').click();
  await expect(page.locator('.turns li').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-judged]')).toBeVisible();
  await expect(page.locator('[data-do=try-again]')).toHaveCount(0);
});
