// A whole game of every edition, by clicks.
import { begin, chooseFirst, dice, frames, type Mode, playOn, tapsOf } from './play';
import { expect, test } from './server';
import { moved, watchBoxes } from './steady';

const GAMES: [edition: string, mode: Mode, phone: boolean][] = [
  ['modern', 'play', false],
  ['modern', 'hide', true],
  ['classic', 'hide', false],
  ['study', 'hide', false],
  ['beginner', 'play', true],
  ['compact', 'play', false],
  ['holmes-original', 'play', false],
  ['holmes', 'play', false],
  ['holmes', 'hide', true],
];

// A whole game is some hundred decisions, and other work may run beside.
test.setTimeout(300_000);

for (const [edition, mode, phone] of GAMES) {
  test(`${edition}, ${mode}${phone ? ', on a phone' : ''}`, async ({ page }) => {
    await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const heard = frames(page);
    await begin(page, edition, mode);
    await watchBoxes(page);
    await playOn(page, dice(edition.length * 7 + mode.length));
    await expect(page.locator('.end h2')).not.toBeEmpty();

    // Two taps a decision, three with a choice of tickets; and nothing jumped meanwhile.
    const { decisions, tooMany } = tapsOf(page);
    expect(decisions).toBeGreaterThan(3);
    expect(tooMany).toBe(0);
    expect(await moved(page)).toEqual([]);

    // What hunters are sent while the game goes on tells nothing that only the fugitive knows.
    if (mode === 'play') {
      const during = heard.filter((frame) => !frame.includes('"event":"ended"'));
      expect(during.length).toBeGreaterThan(5);
      for (const frame of during) {
        expect(frame).not.toContain('"own":');
        expect(frame).not.toContain('"private":');
      }
    }

    // The end can be watched again, also by its link alone.
    await page.reload();
    await expect(page.locator('.replay input[type=range]')).toBeVisible();
    await page.locator('.replay input[type=range]').fill('5');
    await expect(page.locator('.replay .told')).not.toBeEmpty();
    expect(errors).toEqual([]);
  });
}

test('the voluntary reveal of classic takes a ticket from each detective', async ({ page }) => {
  await begin(page, 'classic', 'friends');
  await page.locator('[data-do=settle]').click();
  await page.getByLabel(/of his own will/).check();
  await page.getByRole('button', { name: 'Agree on this' }).click();
  await page.locator('[data-do=start]').click();
  await page.locator('[data-target]').first().waitFor();
  await chooseFirst(page);
  await page.getByLabel(/Show yourself/).check();
  await page.locator('[data-do=confirm]').click();
  for (let taken = 0; taken < 4; taken += 1) await page.locator('.choices .ticket').first().click();
  await expect(page.locator('.log .stub .station')).toHaveCount(1);
});
