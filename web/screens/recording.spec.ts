// A reveal as moving pictures, for the README: the board dims, the beam finds him, the stub slams into the log, the
// camera goes back. `npm run recording` after `cargo build --profile ci`; it needs ffmpeg, and what it writes is
// committed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, expect, type Page } from '@playwright/test';

import { begin, decide, dice } from '../tests/play';
import { test } from '../tests/server';

const FILE = '../docs/pictures/web-reveal.webp';
const SIZE = { width: 1280, height: 800 };
/** Pictures a second, and how wide they are. */
const [RATE, WIDTH] = [12.5, 800];
/** From when to when, in seconds; he is seen at 0. */
const [FROM, TO] = [-1, 4.4];
const QUALITY = 84;
/** How much slower the page runs than it is shown, so that a busy machine paints every picture in time. */
const SLOW = 12;

/** A picture, and when the browser painted it, in seconds. */
interface Frame {
  at: number;
  jpeg: Buffer;
}

/** In the page: its clocks can be slowed down. */
function slowClocks(): void {
  const [real, timeout, frame] = [performance.now.bind(performance), setTimeout, requestAnimationFrame];
  let [rate, since, counted] = [1, real(), real()];
  performance.now = () => counted + (real() - since) / rate;
  window.requestAnimationFrame = (then) => frame(() => then(performance.now()));
  window.setTimeout = ((then: () => void, delay = 0) => timeout(then, delay * rate)) as typeof setTimeout;
  Object.assign(window, { slow: (by: number) => ([counted, since, rate] = [performance.now(), real(), by]) });
}

/** Everything that a page paints from now on, in slow motion. */
async function film(context: BrowserContext, page: Page): Promise<Frame[]> {
  const frames: Frame[] = [];
  const session = await context.newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOW });
  await page.evaluate((by) => (window as unknown as { slow: (by: number) => void }).slow(by), SLOW);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: metadata.timestamp ?? 0, jpeg: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 95 });
  return frames;
}

/** Plays as the hunters until one move is left before he is seen. */
async function untilLastMove(page: Page, roll: (sides: number) => number): Promise<void> {
  const [filled, movable] = [page.locator('.log .stub:not(.empty)'), page.locator('.seat.movable')];
  for (;;) {
    await page.locator('.game[data-mine=true]').waitFor();
    if ((await filled.count()) === 2 && (await movable.count()) === 1) return;
    expect(await decide(page, roll), 'the game goes on').toBe(true);
  }
}

/** The pictures at even distances, each the last that was painted by then. */
function evenly(frames: Frame[], from: number, to: number): Buffer[] {
  const count = Math.round(((to - from) / SLOW) * RATE);
  return Array.from({ length: count }, (_, index) => {
    const at = from + (index / RATE) * SLOW;
    return (frames.findLast((frame) => frame.at <= at) ?? frames[0]!).jpeg;
  });
}

test('a reveal', async ({ browser, server }) => {
  const context = await browser.newContext({
    baseURL: server,
    viewport: SIZE,
    colorScheme: 'dark',
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  await page.addInitScript(slowClocks);
  await page.goto('/');
  await page.locator('input[name=assist][value=set]').check({ force: true });
  const roll = dice(11);
  await begin(page, 'modern', 'play');
  await untilLastMove(page, roll);
  // The fog comes to rest.
  await page.waitForTimeout(3_000);
  const frames = await film(context, page);
  await page.waitForTimeout(-FROM * SLOW * 1000);
  const moment = page.locator('[data-moment=reveal]');
  await decide(page, roll);
  await moment.waitFor();
  const seen = Date.now() / 1000;
  await page.waitForTimeout(TO * SLOW * 1000);
  const pictures = evenly(frames, seen + FROM * SLOW, seen + TO * SLOW);
  await context.close();

  const folder = mkdtempSync(join(tmpdir(), 'fogbound-recording-'));
  pictures.forEach((jpeg, index) => writeFileSync(join(folder, `${String(index).padStart(3, '0')}.jpg`), jpeg));
  const input = ['-framerate', String(RATE), '-i', join(folder, '%03d.jpg')];
  const output = ['-vf', `scale=${WIDTH}:-1:flags=lanczos`, '-c:v', 'libwebp_anim', '-q:v', String(QUALITY)];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...input, ...output, '-loop', '0', FILE]);
  rmSync(folder, { recursive: true });
  console.log(`${pictures.length} pictures of ${frames.length} painted, ${statSync(FILE).size} bytes`);
});
