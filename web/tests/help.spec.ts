// Help: where he can be, how likely, and why not; and the moments of a game.
import { decide, dice, shortGame, yieldNow } from './play';
import { expect, test } from './server';

test('with likelihoods the fog is lit as strongly, and each station tells its chance', async ({ page }) => {
  const start = async (): Promise<void> => {
    await page.goto('/');
    await page.locator('input[name=assist][value=weighted]').check({ force: true });
    await page.locator('[data-do=play]').click();
    await page.locator('.game').waitFor();
  };
  await start();
  const roll = dice(6);
  const chances = () => page.locator('[data-chance]').evaluateAll((marks) => marks.map((mark) => mark.textContent));
  while (new Set(await chances()).size < 3 || (await page.locator('.game').getAttribute('data-mine')) !== 'true') {
    if (!(await decide(page, roll))) await start();
  }
  await expect(page.locator('.tools .possible')).toContainText('possible');
  const stationsOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .evaluateAll((marks, key) => marks.map((mark) => Number(mark.getAttribute(key))).sort((a, b) => a - b), name);
  // What was possible before goes as what is possible now comes.
  let candidates: number[] = [];
  await expect(async () => {
    candidates = await stationsOf('.candidate', 'data-station');
    expect(candidates).toEqual(await stationsOf('[data-chance]', 'data-chance'));
  }).toPass();
  expect((await chances()).every((chance) => /^(< )?\d+%$/.test(chance ?? ''))).toBe(true);
  const [fogged] = await stationsOf('.fogged', 'data-station');

  // A station tells how likely he is there, or why he cannot be.
  for (const [station, words] of [
    [candidates[0]!, /He can be here.*How likely: (< )?\d+%/s],
    [fogged!, /move|started|line|hunter|seen/],
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
  await expect(page.locator('.possible, .candidate, .fogged')).toHaveCount(0);
});

test('without help nothing is marked', async ({ page }) => {
  await page.goto('/');
  await page.locator('input[name=assist][value=off]').check({ force: true });
  await page.locator('[data-do=hide]').click();
  await page.locator('[data-target]').first().waitFor();
  await decide(page, dice(2));
  await expect(page.locator('[data-do=hints]')).toHaveCount(0);
  await expect(page.locator('.possible, .candidate, .fogged, .danger')).toHaveCount(0);
});

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`the end is staged, motion ${motion}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server, reducedMotion: motion });
    const page = await context.newPage();
    await shortGame(page, 1, dice(8));
    await yieldNow(page);
    // All in one look, as the scene ends by itself: his whole way is drawn, and a tap ends it.
    const seen = await page.waitForFunction(() => {
      const finale = document.querySelector<HTMLElement>('.finale');
      if (!finale || !document.querySelector('path.route')) return null;
      const moves = getComputedStyle(finale).animationName;
      finale.click();
      return { words: finale.innerText, moves };
    });
    const { words, moves } = (await seen.jsonValue())!;
    expect(words).toContain('You have lost');
    expect(words).toContain('gave up');
    if (motion === 'reduce') expect(moves).toBe('none');
    else expect(moves).not.toBe('none');
    await expect(page.locator('.finale')).toHaveCount(0);
    await expect(page.locator('.end h2')).toHaveText('You have lost');
    await context.close();
  });
}
