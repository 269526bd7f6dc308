// The games of this browser, and the replay page that leads to them.
import type { Page } from '@playwright/test';

import { begin, yieldNow } from './play';
import { expect, test } from './server';

/** A game that is over: given up at once. */
async function lose(page: Page, edition: string, level = '1'): Promise<string> {
  await page.goto('/');
  await page.locator(`input[name=edition][value="${edition}"]`).check({ force: true });
  await page.locator(`input[name=level][value="${level}"]`).check({ force: true });
  await page.locator('[data-do=hide]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  await yieldNow(page);
  return new URL(page.url()).pathname.replace('/t/', '');
}

test('games that go on and that have ended are listed, found and replayed', async ({ page }) => {
  await page.goto('/games');
  await expect(page.locator('main')).toContainText('No games yet.');
  const modern = await lose(page, 'modern');
  const classic = await lose(page, 'classic', '5');
  await begin(page, 'modern', 'play');
  await page.goto('/games');
  const rows = page.locator('[data-game]');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('You hunt · Against Toby (bot)');
  await expect(rows.nth(1)).toContainText('Classic');
  await expect(rows.nth(1)).toContainText('You have lost · Round 1 of 22');

  const search = page.locator('[data-do=search]');
  await search.fill('albert');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('status')).toContainText('1 game found');
  await search.fill('nobody at all');
  await expect(page.locator('main')).toContainText('No game fits.');
  await search.fill('');
  await page.locator('[data-do=edition]').selectOption('modern');
  await expect(rows).toHaveCount(2);
  await page.locator('[data-do=result]').selectOption('lost');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute('data-game', `${modern}/1`);
  await page.locator('[data-do=since]').fill('2099-01-01');
  await expect(rows).toHaveCount(0);
  await page.locator('[data-do=since]').fill('');
  await page.locator('[data-do=edition]').selectOption('classic');
  await rows.locator('[data-do=watch]').click();
  await expect(page).toHaveURL(`/t/${classic}/1`);
  await page.locator('.replay input[type=range]').waitFor();
});

test('a game that ended while one was away is told so', async ({ page: host, guest }) => {
  await begin(host, 'modern', 'friends');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d1] [data-do=sit]').click();
  await expect(guest.locator('[data-seat=d1]')).toContainText('you');
  await guest.goto('/games');
  await expect(guest.locator('[data-do=go-on]')).toHaveCount(1);
  await host.locator('[data-do=start]').click();
  await host.locator('.game').waitFor();
  await yieldNow(host);
  await guest.reload();
  await expect(guest.locator('[data-game]')).toContainText('You have won');
  await expect(guest.locator('[data-do=watch]')).toHaveCount(1);
});

test('what the server has cleared is shown so, and can be removed', async ({ page }) => {
  const kept = await lose(page, 'modern');
  await page.evaluate(() => {
    const [note] = JSON.parse(localStorage.getItem('fogbound.games')!) as { table: string }[];
    const cleared = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((table) => ({ ...note, table }));
    localStorage.setItem('fogbound.games', JSON.stringify([...cleared, note]));
  });
  await page.goto('/games');
  const gone = page.locator('[data-game]', { hasText: 'no longer on the server' });
  await expect(gone).toHaveCount(2);
  await expect(gone.locator('[data-do=watch]')).toHaveCount(0);
  await gone.first().locator('[data-do=forget]').click();
  await expect(gone).toHaveCount(1);
  await page.locator('[data-do=forget-gone]').click();
  await expect(page.locator('[data-game]')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('[data-game]')).toHaveAttribute('data-game', `${kept}/1`);
  await page.locator('[data-do=forget]').click();
  await expect(page.locator('main')).toContainText('No games yet.');
});

test('a store that holds nonsense does no harm', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(() => localStorage.setItem('fogbound.games', '[{"table":"/../x"},7,null'));
  await page.goto('/games');
  await expect(page.locator('main')).toContainText('No games yet.');
});

test('a table is asked for in bounded number', async ({ page }) => {
  await lose(page, 'modern');
  await page.evaluate(() => {
    const [note] = JSON.parse(localStorage.getItem('fogbound.games')!) as { table: string }[];
    const many = Array.from({ length: 60 }, (_, index) => ({ ...note, table: `none${index + 10}aaaaaa` }));
    localStorage.setItem('fogbound.games', JSON.stringify(many));
  });
  let asked = 0;
  page.on('request', (request) => (asked += Number(/\/api\/tables\/\w+$/.test(request.url()))));
  await page.goto('/games');
  await expect(page.locator('[data-game]', { hasText: 'no longer on the server' })).toHaveCount(20);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(20);
  await page.locator('[data-do=more]').click();
  await expect(page.locator('[data-game]', { hasText: 'no longer on the server' })).toHaveCount(40);
});

test('the replay page has an example, and one’s own games', async ({ page }) => {
  await page.goto('/replay');
  await expect(page.locator('[data-game]')).toHaveCount(0);
  await page.locator('[data-do=example]').click();
  await expect(page).toHaveURL('/replay/example');
  const slider = page.locator('.replay input[type=range]');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.locator('.replay')).toContainText('Yellow caught Mister X at 31.');
  await expect(page.locator('.replay')).toContainText('22 rounds');
  const table = await lose(page, 'modern');
  await page.goto('/replay');
  await page.locator('[data-do=watch]').click();
  await expect(page).toHaveURL(`/t/${table}/1`);
});

test('without the net the example says why it is not shown', async ({ page }) => {
  await page.route('**/api/replay', (route) => route.abort());
  await page.goto('/replay/example');
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await expect(page.locator('[data-do=example]')).toBeVisible();
});
