// Whole games by keyboard alone.
import type { Page } from '@playwright/test';

import { begin } from './play';
import { expect, test } from './server';

async function tabTo(page: Page, selector: string, key = 'Tab', most = 60): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (there) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test('a whole game of the beginners by keyboard', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, 'input[name=edition]');
  for (let press = 0; press < 10; press += 1) {
    if (await page.locator('input[value=beginner]').isChecked()) break;
    await page.keyboard.press('ArrowDown');
  }
  await tabTo(page, '[data-do=play]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('.game').waitFor();

  let onBoard = 0;
  const until = Date.now() + 240_000;
  while ((await page.locator('.end').count()) === 0) {
    if (Date.now() > until) throw new Error('the game does not end');
    await page.locator('.game[data-mine=true] [data-target], .end').first().waitFor();
    if ((await page.locator('.end').count()) > 0) break;
    if (onBoard < 6) {
      // On the board: Tab and arrows choose, Enter picks, Enter confirms.
      await tabTo(page, '[data-target]');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(page.locator('.tray.chosen')).toBeVisible();
      await page.keyboard.press('Enter');
      onBoard += 1;
    } else {
      // As a list: L opens it, Tab reaches the moves.
      await page.keyboard.press('l');
      const dialog = page.locator('dialog');
      await dialog.waitFor();
      await tabTo(page, '[data-action]');
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
    }
  }
  await expect(page.locator('.end h2')).not.toBeEmpty();
});

test('a whole game as the fugitive by keyboard', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, '[data-do=hide]');
  await page.keyboard.press('Enter');
  await page.locator('.game').waitFor();
  let turn = 0;
  while ((await page.locator('.end').count()) === 0) {
    await page.locator('.game[data-mine=true], .end').first().waitFor();
    if ((await page.locator('.end').count()) > 0) break;
    await page.keyboard.press('l');
    await page.locator('dialog').waitFor();
    await tabTo(page, '[data-action]');
    for (let press = 0; press < turn % 3; press += 1) await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => document.activeElement?.matches('[data-action]') ?? false)))
      await tabTo(page, '[data-action]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog')).toHaveCount(0);
    turn += 1;
  }
  await expect(page.locator('.end h2')).not.toBeEmpty();
});

test('turns, tickets and reveals are announced', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-do=play]').click();
  await page.locator('[data-target]').first().waitFor();
  const live = page.locator('[aria-live=polite]');
  await expect(live.filter({ hasText: 'Your turn' })).toHaveCount(1);
  await expect(page.locator('[data-target]').first()).toHaveAttribute('aria-label', /Go to \d+: /);
  await page.keyboard.press('f');
  await page.keyboard.type('128');
  await page.keyboard.press('Enter');
  await expect(page.locator('.station-card')).toContainText('128');
});

test('the keys come back to where they were when a dialog closes', async ({ page }) => {
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  await page.locator('.viewport').focus();
  await page.keyboard.press('f');
  await page.locator('dialog input').fill('13');
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.locator('.viewport')).toBeFocused();
  await expect(page.locator('.station-card')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.station-card')).toHaveCount(0);
  // Keys of the board work from everywhere.
  await page.locator('[data-do=menu]').focus();
  await page.keyboard.press('0');
  const scale = () => page.locator('.world').evaluate((world) => new DOMMatrix(getComputedStyle(world).transform).a);
  const whole = await scale();
  await page.locator('.viewport').press('+');
  await expect.poll(scale).toBeGreaterThan(whole * 1.2);
  await page.locator('[data-do=menu]').focus();
  await page.keyboard.press('0');
  await expect.poll(scale).toBeCloseTo(whole, 3);
});
