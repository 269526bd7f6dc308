// A phone in the hand: fingers on the board.
import type { CDPSession, Page } from '@playwright/test';

import { begin, painted } from './play';
import { expect, test } from './server';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

type Point = { x: number; y: number };

async function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: Point[],
): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

const scale = (page: Page): Promise<number> =>
  page.locator('.world').evaluate((world) => new DOMMatrix(getComputedStyle(world).transform).a);

test('pinch, pan, double tap, long press, and a move by taps', async ({ page }) => {
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  const box = (await page.locator('.viewport').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };

  const before = await scale(page);
  const fingers = (span: number): Point[] => [
    { x: middle.x - span, y: middle.y },
    { x: middle.x + span, y: middle.y },
  ];
  await touch(session, 'touchStart', fingers(40));
  for (const span of [55, 70, 85, 100]) await touch(session, 'touchMove', fingers(span));
  await touch(session, 'touchEnd', []);
  const pinched = await scale(page);
  expect(pinched).toBeGreaterThan(before * 1.8);

  const place = () => page.locator('.world').evaluate((world) => new DOMMatrix(getComputedStyle(world).transform).e);
  const left = await place();
  await touch(session, 'touchStart', [middle]);
  for (const by of [20, 40, 60]) await touch(session, 'touchMove', [{ x: middle.x + by, y: middle.y }]);
  await touch(session, 'touchEnd', []);
  expect(await place()).toBeGreaterThan(left + 30);

  // Not by a tap: right after a pinch and a pan that follow each other faster than a hand can, the
  // browser makes no click of it.
  await page.locator('[data-do=fit]').click();
  await expect.poll(() => scale(page)).toBeLessThan(before + 0.001);
  const hold = (await page.locator('[data-piece=d1]').boundingBox())!;
  await touch(session, 'touchStart', [{ x: hold.x + hold.width / 2, y: hold.y + hold.height }]);
  await expect(page.locator('.station-card')).toBeVisible();
  await touch(session, 'touchEnd', []);
  // What lies under the card is not meant.
  const words = await page.locator('.station-card').innerText();
  await page.locator('.station-card').tap({ position: { x: 14, y: 14 } });
  await painted(page);
  expect(await page.locator('.station-card').innerText()).toBe(words);
  await expect(page.locator('.tray.chosen')).toHaveCount(0);
  await page.locator('.station-card .close').tap();
  await expect(page.locator('.station-card')).toHaveCount(0);

  // A stop that can be chosen, one tap; a ticket where several fit; and confirmed.
  const target = page.locator('[data-target]').first();
  await target.focus();
  const stop = (await target.boundingBox())!;
  await page.touchscreen.tap(stop.x + stop.width / 2, stop.y + stop.height / 2);
  await expect(page.locator('.tray.chosen')).toBeVisible();
  const ticket = page.locator('[data-ticket]').first();
  if ((await ticket.count()) > 0) await ticket.tap();
  await page.locator('[data-do=confirm]').tap();
  await expect(page.locator('.tray h2')).toContainText('Blue');
});
