// What is learned from games: a review, its tasks, and games from moments of others.
import { readFile } from 'node:fs/promises';

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
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe(page, 'review by night');

  // Arrows go from turn to turn, but where something can be scrolled they scroll it.
  await page.locator('body').evaluate((body) => (document.activeElement as HTMLElement).blur() ?? body);
  await page.keyboard.press('n');
  const next = Number(await curve.getAttribute('aria-valuenow'));
  expect(next).toBeGreaterThan(3);
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowDown');
  await expect(curve).toHaveAttribute('aria-valuenow', String(next));
  const side = page.locator('aside.right');
  await side.evaluate((part) => part.scrollTo({ top: 0 }));
  await side.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => side.evaluate((part) => part.scrollTop)).toBeGreaterThan(0);
  await expect(curve).toHaveAttribute('aria-valuenow', String(next));

  // What each ticket told, as a list that leads to the moments; and in the table, with what would have been better.
  await page.locator('summary', { hasText: 'What each ticket told' }).click();
  const told = page.locator('[data-told]');
  expect(await told.count()).toBeGreaterThan(5);
  await told.nth(2).click();
  await expect(page.locator('[data-judged]')).toContainText(/It told the hunters: \d+ possible.*By luck/);
  await expect(rows.filter({ hasText: /Likely better: .+\. .+\./ }).first()).toBeAttached();

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
  await expect(page.locator('[data-target]').first()).toBeVisible();
  await axe(page, 'task');
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe(page, 'task by night');
  await page.emulateMedia({ colorScheme: 'light' });
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

/** Goes to the middle of a replay, and plays on from there until he gives up. */
async function tryFromReplay(page: Page, moment: number): Promise<void> {
  await page.locator('input[type=range]').fill(String(moment));
  await page.locator('[data-do=try-again]').click();
  await page.locator('[data-again=fugitive]').click();
  await page.waitForURL(/\/t\/\w+$/);
  await page.locator('.game').waitFor();
  await yieldNow(page);
}

test('any moment of a replay is tried again; both tries are variations, which are saved and published', async ({
  page,
  guest,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('fogbound.solo', 'here');
    localStorage.setItem('fogbound.pace', '1');
  });
  await page.goto('/replay/example');
  // At its end nothing is left to try.
  await expect(page.locator('[data-do=review]')).toBeVisible();
  await expect(page.locator('[data-do=try-again]')).toHaveCount(0);
  await tryFromReplay(page, 40);
  await page.locator('[data-do=beside]').click();
  await expect(page.locator('[data-course]')).toHaveCount(2);
  // The second try, from the record with the first one: it is added.
  await tryFromReplay(page, 60);
  await page.locator('[data-do=beside]').click();
  await expect(page.locator('[data-course]')).toHaveCount(3);
  // A third, from the game as it was, is added to both.
  await page.goto('/replay/example');
  await tryFromReplay(page, 80);
  const third = page.url();
  await page.locator('[data-do=beside]').click();
  await expect(page.locator('[data-course]')).toHaveCount(4);
  // Asked again, it is there once.
  await page.goto(third);
  await page.locator('[data-do=beside]').click();
  await expect(page.locator('[data-course]')).toHaveCount(4);

  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do=save]').click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('[Fogbound "6"]');
  expect(text.match(/^variation /gm)).toHaveLength(3);
  await page.locator('[data-do=publish]').click();
  const link = await page.locator('[data-link]').inputValue();
  await guest.goto(link);
  await expect(guest.locator('[data-course]')).toHaveCount(4);
  await guest.locator('[data-course="2"]').click();
  await expect(guest.locator('[data-course="2"]')).toHaveAttribute('aria-pressed', 'true');
});

test('where the Worker cannot have its module the server reviews, and says how roughly', async ({ page }) => {
  await page.route(/coach.*\.wasm/, (route) => route.abort());
  await page.goto('/replay/example');
  await page.locator('[data-do=review]').click();
  await expect(page.locator('[data-rough]')).toContainText(/\d+ times less closely/, { timeout: 60_000 });
  await page.locator('[data-turn]').first().click();
  await expect(page.locator('[data-judged] h2')).not.toBeEmpty();
  await expect(page.locator('[data-do=try-again], [data-learn]')).toHaveCount(0);
  // Puzzles have no such way: they say why.
  await page.goto('/puzzles');
  await expect(page.getByText('Reviews, hints and puzzles do not run in this page.')).toBeVisible();
});

test('a Worker that ends is replaced: the task goes on', async ({ page }) => {
  await reviewed(page);
  for (const worker of page.workers())
    await worker.evaluate(() =>
      setTimeout(() => {
        throw new Error('it ends here');
      }),
    );
  await page.locator('[data-learn]').first().click();
  await expect(page.locator('[data-target]').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-task] [role=alert]')).toHaveCount(0);
});
