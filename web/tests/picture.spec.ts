// The picture of the route at the end of a game, and what a link brings along.
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { begin, yieldNow } from './play';
import { expect, test } from './server';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

async function saved(page: Page): Promise<Buffer> {
  await page.locator('[data-do=picture]').click();
  const picture = page.locator('dialog img');
  await expect(picture).toBeVisible();
  const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size[0]).toBe(1600);
  expect(size[1]).toBeGreaterThan(1000);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do=save-picture]').click()]);
  expect(download.suggestedFilename()).toBe('fogbound.png');
  return readFileSync(await download.path());
}

test('the route is saved as a picture, at the end and in the replay', async ({ page }) => {
  await begin(page, 'classic', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  await yieldNow(page);
  const first = await saved(page);
  expect(first.subarray(0, 4)).toEqual(PNG);
  expect(first.length).toBeGreaterThan(100_000);
  await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('[data-do=link]').click();
  await page.locator('.replay').waitFor();
  expect((await saved(page)).subarray(0, 4)).toEqual(PNG);
});

test('a picture that cannot be drawn is told, and can be tried again', async ({ page }) => {
  await begin(page, 'classic', 'play');
  await page.locator('.game[data-mine=true]').waitFor();
  await yieldNow(page);
  await page.route(/\/api\/boards\/.*svg/, (route) => route.abort());
  await page.locator('[data-do=picture]').click();
  await expect(page.getByText('The picture could not be made.')).toBeVisible();
  await page.unroute(/\/api\/boards\/.*svg/);
  await saved(page);
});

test('a link to a game that is over brings its picture along', async ({ page, request }) => {
  await begin(page, 'classic', 'play');
  const table = page.url();
  const content = async (property: string): Promise<string> => {
    const html = await (await request.get(table)).text();
    return new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  };
  expect(await content('og:title')).toBe('Classic · Fogbound');
  const board = await content('og:image');
  await page.locator('.game[data-mine=true]').waitFor();
  await yieldNow(page);
  const over = await content('og:image');
  expect(over).not.toBe(board);
  for (const address of [board, over]) {
    const picture = await request.get(address);
    expect(picture.headers()['content-type']).toBe('image/png');
    expect((await picture.body()).subarray(0, 4)).toEqual(PNG);
  }
});
