// Somebody who passes by: a detective of a running game is asked for, and the host decides who may come.
import { begin } from './play';
import { expect, test } from './server';

test('a detective is asked for, granted, and the host can take the seat away again', async ({ page, guest }) => {
  await begin(page, 'modern', 'friends');
  const link = await page.locator('[data-link]').first().inputValue();
  await page.locator('[data-do=start]').click();
  await page.locator('.game').waitFor();
  await guest.goto(link);
  await expect(guest.locator('.game')).toHaveAttribute('data-audience', 'spectator');
  await guest.locator('[data-do=menu]').click();
  await guest.locator('[data-ask=d2]').click();
  await expect(guest.locator('[data-do=ask-no-more]')).toBeVisible();
  await expect(page.locator('[data-request]')).toBeVisible();
  await page.locator('[data-do=decline]').click();
  await guest.locator('[data-ask=d2]').click();
  await page.locator('[data-do=grant]').click();
  await expect(guest.locator('.game')).toHaveAttribute('data-audience', 'hunters');
  await expect(page.locator('[data-request]')).toHaveCount(0);
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=host-tools] summary').click();
  await page.locator('[data-do=remove]').click();
  await expect(guest.locator('.game')).toHaveAttribute('data-audience', 'spectator');
  await page.locator('[data-do=ban]').click();
  await expect(guest.locator('.game')).toHaveCount(0);
  await guest.reload();
  await expect(guest.locator('h1')).toBeVisible();
  await expect(guest.locator('.game')).toHaveCount(0);
});

test('what somebody says is hidden and reported, and spectators see the game late', async ({ page, guest }) => {
  await begin(page, 'modern', 'friends');
  const link = await page.locator('[data-link]').first().inputValue();
  await guest.goto(link);
  await guest.locator('.talk input.text-input').fill('you fool');
  await guest.keyboard.press('Enter');
  await expect(page.locator('.said')).toContainText('you fool');
  await page.locator('[data-do=people] summary').click();
  const person = page.locator('[data-do=people] .person');
  await person.locator('[data-do=hide]').click();
  await expect(page.locator('.said')).toHaveCount(0);
  await person.locator('[data-do=report]').click();
  await page.locator('[data-do=people] form input').fill('rude');
  await page.locator('[data-do=send-report]').click();
  await expect(page.locator('[data-do=people] [role=status]')).toBeVisible();
  await page.reload();
  await page.locator('[data-do=people] summary').click();
  await expect(page.locator('.said')).toHaveCount(0);
  await person.locator('[data-do=hide]').click();
  await expect(page.locator('.said')).toContainText('you fool');
  await page.locator('[data-do=host-tools] summary').click();
  await page.locator('[data-do=spectators]').selectOption('10');
  await page.locator('[data-do=start]').click();
  await page.locator('.game').waitFor();
  await expect(guest.locator('.late')).toContainText('10 moves late');
  await expect(page.locator('.late')).toHaveCount(0);
});
