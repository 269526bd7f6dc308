// The first walk through London.
import { dice, painted } from './play';
import { expect, test } from './server';

test('the first walk, step by step, ends in a game', async ({ page, context }) => {
  await page.goto('/learn');
  const [next, play] = [page.locator('[data-do=next]'), page.locator('[data-do=play]')];
  const [targets, field] = [page.locator('[data-target]'), page.locator('input[name=station]')];
  const roll = dice(11);
  let [chosen, found] = [0, 0];
  await page.locator('.world').waitFor();
  while ((await play.count()) === 0) {
    const where = await page.locator('.words .muted').innerText();
    if ((await targets.count()) > 0) {
      await expect(next).toBeDisabled();
      await targets.nth(roll(await targets.count())).focus();
      await page.keyboard.press('Enter');
      chosen += 1;
    } else if ((await field.count()) > 0) {
      await expect(next).toBeDisabled();
      await field.fill('199');
      await field.press('Enter');
      await expect(page.locator('.text')).toContainText('199');
      // He was at 114 and took a taxi; Blue stands at 115.
      for (const station of ['101', '113', '126', '131', '132']) {
        await field.fill(station);
        await field.press('Enter');
        found += 1;
      }
    }
    await next.click();
    await expect(page.locator('.words .muted')).not.toHaveText(where);
  }
  expect([chosen, found]).toEqual([4, 5]);
  await context.setOffline(true);
  await play.click();
  await expect(page.getByRole('alert')).toContainText('server');
  await context.setOffline(false);
  await play.click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
});

test('the board of the walk stays where one looks', async ({ page }) => {
  await page.goto('/learn');
  await page.locator('.world').waitFor();
  await page.locator('[data-do=next]').click();
  const stop = (await page.locator('[data-target]').first().boundingBox())!;
  const view = (await page.locator('.viewport').boundingBox())!;
  const left = stop.x < view.x + view.width / 2;
  await page.mouse.move(view.x + (left ? view.width - 60 : 60), view.y + view.height - 60);
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -200);
  const scale = () => page.locator('.world').evaluate((world) => new DOMMatrix(getComputedStyle(world).transform).a);
  await expect.poll(scale).toBe(5);
  await page.locator('.viewport:not(.moving)').waitFor();
  await painted(page);
  expect(await scale()).toBe(5);
});
