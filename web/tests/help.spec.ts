// Help: where he can be, how likely, and why not; and the moments of a game.
import { decide, dice, shortGame, yieldNow } from './play';
import { expect, test } from './server';

test('a table with likelihoods shows a heat map', async ({ page }) => {
  const start = async (): Promise<void> => {
    await page.goto('/');
    await page.locator('input[name=assist][value=weighted]').check({ force: true });
    await page.locator('[data-do=play]').click();
    await page.locator('.game').waitFor();
  };
  await start();
  const roll = dice(6);
  const weights = () =>
    page
      .locator('.possible')
      .evaluateAll((marks) => [
        ...new Set(marks.map((mark) => (mark as SVGElement).style.getPropertyValue('--weight'))),
      ]);
  while ((await weights()).length < 3 || (await page.locator('.game').getAttribute('data-mine')) !== 'true') {
    if (!(await decide(page, roll))) await start();
  }
  await expect(page.locator('.middle > .possible')).toContainText('possible');

  // A station tells how likely he is there, or why he cannot be.
  const marked = await page
    .locator('.possible')
    .evaluateAll((marks) => marks.map((mark) => `${mark.getAttribute('cx')} ${mark.getAttribute('cy')}`));
  const stations = await page.evaluate(async () => {
    const { stations } = (await (await fetch('/api/boards/london')).json()) as {
      stations: { id: number; x: number; y: number }[];
    };
    return stations;
  });
  const can = stations.find(({ x, y }) => marked.includes(`${x} ${y}`))!;
  const cannot = stations.find(({ x, y }) => !marked.includes(`${x} ${y}`))!;
  for (const [station, words] of [
    [can.id, /He can be here.*How likely: (< )?\d+%/s],
    [cannot.id, /move|started|line|hunter|seen/],
  ] as const) {
    await page.keyboard.press('f');
    await page.keyboard.type(String(station));
    await page.keyboard.press('Enter');
    await expect(page.locator('.station-card .why').first()).toBeVisible();
    await expect(page.locator('.station-card')).toContainText(words);
    await page.keyboard.press('Escape');
  }

  // The eye hides it.
  await page.locator('[data-do=hints]').click();
  await expect(page.locator('.possible')).toHaveCount(0);
});

test('without help nothing is marked', async ({ page }) => {
  await page.goto('/');
  await page.locator('input[name=assist][value=off]').check({ force: true });
  await page.locator('[data-do=hide]').click();
  await page.locator('[data-target]').first().waitFor();
  await decide(page, dice(2));
  await expect(page.locator('[data-do=hints]')).toHaveCount(0);
  await expect(page.locator('.possible, .danger')).toHaveCount(0);
});

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`the end is staged, motion ${motion}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server, reducedMotion: motion });
    const page = await context.newPage();
    await shortGame(page, 1, dice(8));
    await yieldNow(page);
    const finale = page.locator('.finale');
    await expect(finale).toContainText('gave up');
    const moves = await finale.evaluate((element) => getComputedStyle(element).animationName);
    if (motion === 'reduce') expect(moves).toBe('none');
    else expect(moves).not.toBe('none');
    // His whole way is drawn, and a tap ends the scene.
    await expect(page.locator('path.route')).not.toHaveCount(0);
    await finale.click();
    await expect(finale).toHaveCount(0);
    await expect(page.locator('.end h2')).toHaveText('You have lost');
    await context.close();
  });
}
