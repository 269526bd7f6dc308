// Light and quick: the first view, and the start page without the net.
import { begin } from './play';
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
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(150_000);
  expect([...hosts]).toEqual([server]);
  console.log(`first view: ${(bytes / 1000).toFixed(1)} kB compressed`);
  await context.close();
});

test('the start page is usable soon with a processor four times slower', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/');
  await page.locator('[data-do=play]').waitFor();
  const { usable, paint } = await page.evaluate(() => ({
    usable: performance.now(),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  console.log(`first paint ${paint.toFixed(0)} ms, usable before ${usable.toFixed(0)} ms, processor slowed 4 times`);
  // A busy machine is no measure: the figure of a quiet one is in docs/performance.md.
  expect(paint).toBeLessThan(8000);
  await context.close();
});

test('start page and rules open without the net', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server });
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

test('panning is smooth with a processor four times slower', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const box = (await page.locator('.viewport').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -240);
  await page.waitForTimeout(800);
  const measured = page.evaluate(
    () =>
      new Promise<{ frames: number; long: number; worst: number }>((resolve) => {
        const spans: number[] = [];
        let last = performance.now();
        const begun = last;
        const step = (now: number) => {
          spans.push(now - last);
          last = now;
          if (now - begun < 3000) requestAnimationFrame(step);
          else resolve({ frames: spans.length, long: spans.filter((span) => span > 50).length, worst: Math.max(...spans) });
        };
        requestAnimationFrame(step);
      }),
  );
  await page.mouse.down();
  for (let step = 0; step < 120; step += 1) {
    await page.mouse.move(x + 160 * Math.sin(step / 9), y + 110 * Math.cos(step / 11));
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  const { frames, long, worst } = await measured;
  console.log(`panning: ${frames} frames, ${long} over 50 ms, longest ${worst.toFixed(0)} ms`);
  expect(long / frames).toBeLessThan(0.2);
  await context.close();
});
