// A match of several manhunts: sides change, and money is counted to the end.
import { begin, decide, dice, playOn, shortGame, yieldNow } from './play';
import { expect, test } from './server';

test('a match of the compact edition over all its manhunts', async ({ page }) => {
  await begin(page, 'compact', 'play');
  const roll = dice(31);
  // The first manhunt is played out; in the others it is enough that each side has its turn.
  await playOn(page, roll);
  let manhunts = 1;
  const next = page.locator('[data-do=next-manhunt]');
  while (await next.isVisible()) {
    await expect(page.locator('.series')).toContainText('£');
    await next.click();
    await page.locator('.end').waitFor({ state: 'detached' });
    await page.locator('.game').waitFor();
    manhunts += 1;
    for (let step = 0; step < 12; step += 1) await decide(page, roll);
    await yieldNow(page);
  }
  // As many as there are players: the person, and the bot.
  expect(manhunts).toBe(2);
  await expect(page.locator('.series .winner').first()).toBeVisible();
});

test('every game of a table has a link of its own, also after a rematch', async ({ page }) => {
  await shortGame(page, 3, dice(3));
  await yieldNow(page);
  const link = (await page.locator('[data-do=link]').getAttribute('href')) ?? '';
  expect(link).toMatch(/^\/t\/[0-9a-z]+\/1$/);
  await page.locator('[data-do=rematch]').click();
  await page.locator('.end').waitFor({ state: 'detached' });
  await page.goto(link);
  await expect(page.locator('.replay input[type=range]')).toBeVisible();
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'holds');
  // One that was never played says so.
  await page.goto(link.replace(/1$/, '7'));
  await expect(page.getByRole('heading')).toContainText('cannot be played back');
  await page.getByRole('link', { name: 'To the table' }).click();
  await expect(page).toHaveURL(/\/t\/[0-9a-z]+$/);
});
