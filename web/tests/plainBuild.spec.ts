// A program that was built without the module: everything is played at the server, and there is no folder of files.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { begin } from './play';
import { binary, expect, test } from './server';

test('a page without the game in it plays at the server', async ({ page }) => {
  const files = await (await page.request.get('/sw.js')).text();
  test.skip(files.includes('.wasm'), 'this program has the module');
  await page.addInitScript(() => localStorage.setItem('fogbound.solo', 'here'));
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await begin(page, 'modern', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  expect(sockets).toHaveLength(1);
  await expect(page.locator('[data-offline]')).toHaveCount(0);
  const site = spawnSync(binary(), ['site', join(tmpdir(), 'fogbound-no-site')], { encoding: 'utf8' });
  expect([site.status, site.stderr]).toEqual([2, expect.stringContaining('built without the game for pages')]);
});
