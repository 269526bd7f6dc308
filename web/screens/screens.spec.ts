// Every screen at five sizes, by day and by night, with and without fog. `npm run screens` after
// `cargo build --profile ci`; the pictures are in `screens/pictures`, and are not committed.
import { type Browser, expect, type Page } from '@playwright/test';

import { begin, chooseFirst, decide, dice, moveToFirst, talk, yieldNow } from '../tests/play';
import { test } from '../tests/server';

const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const FOLDER = 'screens/pictures';

type Camera = (name: string) => Promise<void>;

/** A page of this size and theme, and what takes pictures of it. */
async function open(browser: Browser, server: string, size: (typeof SIZES)[number], scheme: 'light' | 'dark') {
  const context = await browser.newContext({
    baseURL: server,
    viewport: size,
    colorScheme: scheme,
    hasTouch: size.width < 1000,
    deviceScaleFactor: 1,
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  const camera: Camera = async (name) => {
    await page.waitForTimeout(900);
    await page.screenshot({ path: `${FOLDER}/${name}-${size.width}-${scheme === 'light' ? 'day' : 'night'}.png` });
  };
  return { page, camera, close: () => context.close() };
}

async function help(page: Page, assist: string): Promise<void> {
  await page.goto('/');
  await page.locator(`input[name=assist][value=${assist}]`).check({ force: true });
}

/** Plays on until so many slots of the log are filled and it is one's turn; a game that ends before is begun anew. */
async function play(page: Page, edition: string, mode: 'play' | 'hide', slots: number): Promise<void> {
  const roll = dice(7);
  const filled = page.locator('.log .stub:not(.empty)');
  await begin(page, edition, mode);
  while ((await filled.count()) < slots) {
    if (!(await decide(page, roll))) await begin(page, edition, mode);
  }
  const mineOrOver = page.locator('.game[data-mine=true], .end').first();
  await mineOrOver.waitFor();
  // As it is for somebody who comes back: quick hands may have left the board anywhere.
  await page.reload();
  await mineOrOver.waitFor();
  if ((await page.locator('.end').count()) > 0) return play(page, edition, mode, slots);
  await page.waitForTimeout(2_500);
}

/** A finished game in replay and under review, one of its tasks, and a puzzle of each kind. */
async function lessons(page: Page, camera: Camera): Promise<void> {
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles('../docs/examples/varied.fog');
  await page.locator('[data-course="1"]').click();
  await camera('replay-courses');
  await page.goto('/replay/example');
  await page.locator('input[type=range]').fill('40');
  await camera('replay-moment');
  await page.locator('[data-do=try-again]').click();
  await camera('replay-again');
  await page.keyboard.press('Escape');
  await page.locator('[data-do=review]').click();
  await page.locator('[data-turn]').first().waitFor();
  await camera('review');
  await page.locator('[data-turn]').first().click();
  await camera('review-mistake');
  for (const [place, list] of ['told', 'table'].entries()) {
    const summary = page.locator('details > summary').nth(place);
    await summary.click();
    await summary.evaluate((line) => line.scrollIntoView({ block: 'start' }));
    await camera(`review-${list}`);
    await summary.click();
  }
  await page.locator('[data-learn]').first().click();
  await page.locator('[data-task]').waitFor();
  await camera('review-task');
  for (const kind of ['where', 'close', 'slip']) {
    await page.goto('/puzzles');
    await page.locator(`[data-kind=${kind}]`).click();
    await page.locator('[data-do=next-puzzle]').click();
    await page.locator('[data-puzzle]').waitFor();
    await camera(`puzzle-${kind}`);
  }
}

async function places(page: Page, camera: Camera): Promise<void> {
  for (const path of ['', 'rules/holmes', 'learn', 'replay', 'games', 'puzzles', 'starts', 'about', 'no/such/page']) {
    await page.goto(`/${path}`);
    await page.locator('h1').first().waitFor();
    await camera(`page-${path.replaceAll('/', '-') || 'start'}`);
  }
  await page.goto('/');
  await page.locator('[data-do=settings]').click();
  await camera('page-settings');
  await begin(page, 'holmes', 'friends');
  await camera('lobby');
  await page.locator('[data-do=settle]').click();
  await camera('lobby-settings');
  await begin(page, 'holmes', 'screen');
  await camera('curtain');
}

async function hunt(page: Page, camera: Camera): Promise<void> {
  for (const assist of ['set', 'weighted', 'off']) {
    await help(page, assist);
    await play(page, 'modern', 'play', 4);
    await camera(`hunt-${assist}`);
  }
  await help(page, 'set');
  await play(page, 'modern', 'play', 4);
  await chooseFirst(page);
  await camera('hunt-chosen');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const sheet of ['menu', 'moves', 'find']) {
    await page.locator(`[data-do=${sheet}]`).first().click();
    await camera(`hunt-${sheet}`);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
  }
  if ((await page.locator('[data-tab=talk]').count()) > 0) {
    await talk(page);
    await camera('hunt-talk');
  }
}

async function reveal(page: Page, camera: Camera): Promise<void> {
  await help(page, 'set');
  await begin(page, 'modern', 'play');
  const roll = dice(11);
  for (;;) {
    await page.locator('.game[data-mine=true], .end').first().waitFor();
    if ((await page.locator('[data-moment=reveal]').count()) > 0) break;
    if (!(await decide(page, roll))) await begin(page, 'modern', 'play');
  }
  await camera('reveal');
}

async function others(page: Page, camera: Camera): Promise<void> {
  for (const edition of ['classic', 'beginner', 'holmes', 'holmes-original', 'compact']) {
    await help(page, 'set');
    await play(page, edition, 'play', 3);
    await camera(`${edition}-hunt`);
  }
  for (const edition of ['modern', 'holmes', 'compact']) {
    await play(page, edition, 'hide', 3);
    await camera(`${edition}-hide`);
  }
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=briefing]').click();
  await camera('briefing');
}

async function end(page: Page, camera: Camera): Promise<void> {
  await play(page, 'modern', 'hide', 3);
  await moveToFirst(page);
  await yieldNow(page);
  await camera('finale');
  await page.waitForTimeout(8_000);
  await camera('end');
  await page.locator('[data-do=replay]').click();
  await page.locator('.replay input[type=range]').waitFor();
  await camera('replay');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(2_500);
  await camera('replay-before');
  // Beside the one that has ended, one goes on.
  await begin(page, 'holmes', 'play');
  for (const path of ['', 'games']) {
    await page.goto(`/${path}`);
    await page.locator('main a[href^="/t/"]').first().waitFor();
    await camera(`with-games-${path || 'start'}`);
  }
}

const ROUNDS = { places, lessons, hunt, reveal, others, end };

for (const size of SIZES) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, round] of Object.entries(ROUNDS)) {
      test(`${name}, ${size.width} x ${size.height}, ${scheme}`, async ({ browser, server }) => {
        const { page, camera, close } = await open(browser, server, size, scheme);
        await round(page, camera);
        await close();
      });
    }
  }
}
