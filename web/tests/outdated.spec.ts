// A page that was open while the server became a newer one: its files are gone.
import { expect, test } from './server';

test('a page that is older than the server is loaded again, and goes on', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
  const page = await context.newPage();
  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  await page.route(/\/assets\/TableScreen/, (route) =>
    documents < 2 ? route.fulfill({ status: 404, body: 'there is no such file' }) : route.continue(),
  );
  await page.goto('/');
  await page.locator('[data-do=play]').click();
  await expect(page.locator('.game')).toBeVisible();
  expect(documents).toBe(2);
  await context.close();
});

test('a part that cannot be fetched at all is said in words, and does not load for ever', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
  const page = await context.newPage();
  let visits = 0;
  page.on('framenavigated', () => (visits += 1));
  await page.route(/\/assets\/About/, (route) => route.fulfill({ status: 404, body: 'there is no such file' }));
  await page.goto('/about');
  await expect.poll(() => visits).toBe(2);
  await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  // One more visit would ask for something.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('h1')).toContainText('cannot be reached');
  expect(visits).toBe(2);
  await context.close();
});
