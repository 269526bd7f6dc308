// Light: the first view, and the start page without the net.
import { expect, test } from './server';

test('the first view has less than 150 kB, and asks nobody else', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const hosts = new Set<string>();
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/');
  await page.locator('[data-do=play]').waitFor();
  await page.locator('input[name=edition]').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(150_000);
  expect([...hosts]).toEqual([server]);
  console.log(`first view: ${(bytes / 1000).toFixed(1)} kB compressed`);
  await context.close();
});

test('start page and rules open without the net', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('[data-do=play]')).toBeVisible();
  await page.goto('/rules/modern');
  await expect(page.locator('h1')).toBeVisible();
  await page.goto('/');
  await page.locator('[data-do=play]').click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await context.close();
});
