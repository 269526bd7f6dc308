// Figures for docs/performance.md: times depend on the machine, so nothing fails by them.
// `npm run figures`, when nothing else runs.
import { begin } from '../tests/play';
import { test } from '../tests/server';

test('the start page is usable soon with a processor four times slower', async ({ browser, server }) => {
  // A new visitor each time.
  const seen: { paint: number; usable: number }[] = [];
  for (let visit = 0; visit < 9; visit += 1) {
    const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // Usable is when the button is there and the frame after it was painted.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[data-do=play]:not([disabled])'))
          requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/');
    // A look into the page takes its time as well, so there is none before the end.
    await page.waitForTimeout(2500);
    seen.push(
      await page.evaluate(() => ({
        usable: performance.getEntriesByName('usable')[0]!.startTime,
        paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      })),
    );
    await context.close();
  }
  for (const what of ['paint', 'usable'] as const) {
    const times = seen.map((visit) => visit[what]).sort((a, b) => a - b);
    const [best, middle, worst] = [times[0]!, times[4]!, times[8]!].map((time) => time.toFixed(0));
    console.log(
      `${what}: best ${best} ms, middle ${middle} ms, worst ${worst} ms of 9 visits, processor slowed 4 times`,
    );
  }
});

for (const [fog, reducedMotion] of [
  ['still', 'reduce'],
  ['drifting', 'no-preference'],
] as const) {
  test(`panning is smooth with a processor four times slower, ${fog} fog`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server, reducedMotion });
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
            else
              resolve({
                frames: spans.length,
                long: spans.filter((span) => span > 50).length,
                worst: Math.max(...spans),
              });
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
    console.log(`panning, ${fog} fog: ${frames} frames, ${long} over 50 ms, longest ${worst.toFixed(0)} ms`);
    await context.close();
  });
}
