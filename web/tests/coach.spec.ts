// What is learned from games: a review, its tasks, a game from one of its moments, puzzles.
import type { Page } from '@playwright/test';

import { axe } from './axe';
import { moveToServer, yieldNow } from './play';
import { expect, test } from './server';

async function reviewed(page: Page): Promise<void> {
  await page.goto('/replay/example');
  await page.locator('[data-do=review]').click();
  await expect(page.locator('[data-turn]').first()).toBeVisible({ timeout: 180_000 });
}

/** The first turning point is played anew. */
async function again(page: Page): Promise<void> {
  await page.locator('[data-turn]').first().click();
  await page.locator('[data-do=try-again]').click();
  await page.locator('[data-again=fugitive]').click();
  await page.waitForURL(/\/t\/\w+$/);
}

test('a finished game is reviewed: first marks soon, the curve by keys, a table beside it', async ({ page }) => {
  const begun = Date.now();
  await page.goto('/replay/example');
  await page.locator('[data-do=review]').click();
  // The first marks, long before it is at its end on a slow machine.
  await expect.poll(() => page.locator('[data-curve]').getAttribute('aria-valuemax')).not.toBe('0');
  console.log(`first marks of a review: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await expect(page.locator('[data-turn]').first()).toBeVisible({ timeout: 180_000 });
  console.log(`a whole review: ${((Date.now() - begun) / 1000).toFixed(1)} s`);

  const curve = page.getByRole('slider');
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('ArrowRight');
  await expect(curve).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('PageDown');
  const turn = Number(await curve.getAttribute('aria-valuenow'));
  expect(turn).toBeGreaterThan(1);
  await expect(page.locator(`[data-judged="${turn}"] h2`)).not.toBeEmpty();
  expect(await curve.getAttribute('aria-valuetext')).toMatch(/Round \d+.*Hunters/);

  // Of a mistake the better move is on the board, and the reason in words.
  await page
    .locator('[data-turn]', { hasText: /mistake|blunder/ })
    .first()
    .click();
  await expect(page.locator('.plan.better')).toHaveCount(1);
  await expect(page.locator('[data-judged] li').first()).not.toBeEmpty();

  await page.locator('summary', { hasText: 'As a table' }).click();
  const rows = page.locator('table').last().locator('tbody tr');
  expect(await rows.count()).toBe(Number(await curve.getAttribute('aria-valuemax')));
  await rows.nth(3).getByRole('button').click();
  await expect(curve).toHaveAttribute('aria-valuenow', '3');
  await axe(page, 'review');

  // On a phone the list is far below the board: what is chosen there is brought into sight.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-turn]').last().click();
  await expect(page.locator('.middle')).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator('[data-judged] h2')).toBeInViewport();
});

test('a mistake is a task, and a moment becomes a game that stands beside the first', async ({ page }) => {
  // In the page, as it is for everybody who plays alone.
  await page.addInitScript(() => {
    localStorage.setItem('fogbound.solo', 'here');
    localStorage.setItem('fogbound.pace', '1');
  });
  await reviewed(page);
  await page.locator('[data-learn]').first().click();
  await expect(page.locator('[data-task="0"]')).toBeVisible();
  // Whatever is tried, something is said of it; then the answer.
  await page.locator('[data-target]').first().click();
  const way = page.locator('[data-way]').first();
  if (await way.isVisible()) await way.click();
  await expect(page.locator('[data-task] .good, [data-task] .bad')).toBeVisible();
  if (await page.locator('[data-do=show]').isVisible()) await page.locator('[data-do=show]').click();
  await expect(page.locator('[data-task] .better')).toBeVisible();
  await page.locator('[data-do=end-tasks]').click();

  await again(page);
  const first = page.url();
  await expect(page.locator('[data-do=hint]')).toBeVisible();
  await page.locator('[data-do=hint]').click();
  await expect(page.locator('[data-hint=found]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.plan.better')).toHaveCount(1);
  // To the end at once: he gives up.
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=yield]').click();
  await page.locator('[data-do=yield-now]').click();
  await expect(page.getByText(/took 1 hint/)).toBeVisible();
  await page.locator('[data-do=beside]').click();
  await expect(page.locator('[data-course="1"]')).toBeVisible();
  await page.locator('[data-course="1"]').click();
  await expect(page.locator('[data-course="1"]')).toHaveAttribute('aria-pressed', 'true');

  // A review is kept: what is shown the next time is what was found then.
  await page.evaluate(async () => {
    const cache = await caches.open('reviews');
    const [only] = await cache.keys();
    const kept = await cache.match(only!);
    const report = (await kept!.json()) as { accuracy: { fugitive: { accuracy: number } } };
    report.accuracy.fugitive.accuracy = 12.3;
    await cache.put(only!, new Response(JSON.stringify(report)));
  });
  // The same moment once more is another game; that one goes on with friends, and still knows where it came from.
  await reviewed(page);
  await expect(page.locator('.sides .fugitive .big b')).toHaveText('12');
  await again(page);
  const second = page.url();
  expect(second).not.toBe(first);
  await page.locator('.game[data-mine=true]').waitFor();
  await moveToServer(page);
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== second);
  await page.locator('.game[data-mine=true]').waitFor();
  await yieldNow(page);
  await expect(page.locator('[data-do=beside]')).toBeVisible();
});

test('puzzles of each kind are solved, and the one of the day counts', async ({ page }) => {
  await page.goto('/puzzles');
  await expect(page.locator('[data-do=daily]')).toBeVisible();
  await axe(page, 'puzzles');
  for (const kind of ['where', 'close', 'slip']) {
    await page.goto('/puzzles');
    await page.locator(`[data-kind=${kind}]`).click();
    await page.locator('[data-do=next-puzzle]').click();
    await expect(page.locator('[data-puzzle]')).toBeVisible();
    await expect(page.locator('.viewport')).toBeVisible();
  }
  // He can be nowhere but at the stations of the answer: so it is read off the answer that is shown, in another page.
  await page.goto('/puzzles');
  await page.locator('[data-kind=where]').click();
  await page.locator('[data-do=next-puzzle]').click();
  const puzzle = page.url();
  await page.locator('[data-do=show]').click();
  await expect(page.locator('.said')).toContainText('The answer');
  const answer = /: ([\d ]+)\./.exec((await page.locator('.said').textContent()) ?? '')?.[1] ?? '';
  expect(answer).toMatch(/^\d+/);
  await page.goto(puzzle);
  await page.locator('[data-stations]').fill('1');
  await page.locator('[data-stations]').blur();
  await page.locator('[data-do=check]').click();
  await expect(page.locator('.said .bad')).toContainText('missing');
  await page.locator('[data-stations]').fill(answer);
  await page.locator('[data-stations]').blur();
  await page.locator('[data-do=check]').click();
  await expect(page.locator('[data-solved=true]')).toBeVisible();
  await page.goto('/puzzles');
  await expect(page.locator('dd').last()).toHaveText('1');
});
