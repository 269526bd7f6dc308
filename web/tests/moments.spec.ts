// Moments on the board: he is seen, and the board goes back to one's own piece; whoever does not want to wait does not.
import type { Page } from '@playwright/test';

import { begin, decide, dice } from './play';
import { expect, test } from './server';

/** Plays as the hunters until he shows himself. */
async function toReveal(page: Page): Promise<void> {
  await begin(page, 'modern', 'play');
  // Everything that is staged is noted, however short it is.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { staged: seen });
    new MutationObserver(() => {
      const kind = document.querySelector('[data-moment]')?.getAttribute('data-moment');
      if (kind && seen.at(-1) !== kind) seen.push(kind);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const roll = dice(11);
  // What he does and one's own turn come with the same news: looked at before the next tap, which would end the moment.
  for (;;) {
    await page.locator('.game[data-mine=true], .end').first().waitFor();
    if ((await page.locator('[data-moment=reveal]').count()) > 0) return;
    if (!(await decide(page, roll))) throw new Error('the game ended before he was seen');
  }
}

/** Whether a piece that one moves is in sight. */
function ownInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const view = document.querySelector('.viewport')!.getBoundingClientRect();
    return [...document.querySelectorAll('.piece.selected')].some((piece) => {
      const { x, y, width, height } = piece.getBoundingClientRect();
      const [middle, foot] = [x + width / 2, y + height / 2];
      return middle > view.left && middle < view.right && foot > view.top && foot < view.bottom;
    });
  });
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`when he is seen a light finds him, then one's own piece is in sight, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await toReveal(page);
    const moment = page.locator('[data-moment=reveal]');
    await expect(moment).toContainText('is seen at');
    const station = /\d+/.exec(await moment.innerText())![0];
    await expect(page.locator(`[data-beam="${station}"]`)).toHaveCount(1);
    // It takes no taps: what lies beneath can be chosen all the time.
    await expect(moment).toHaveCSS('pointer-events', 'none');
    await expect(moment).toHaveCount(0);
    await expect(page.locator('[data-beam]')).toHaveCount(0);
    await expect.poll(() => ownInSight(page)).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { staged: string[] }).staged)).toContain('reveal');
  });
}

test('Escape ends a moment', async ({ page }) => {
  await toReveal(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-moment]')).toHaveCount(0, { timeout: 1000 });
  await expect.poll(() => ownInSight(page)).toBe(true);
});
