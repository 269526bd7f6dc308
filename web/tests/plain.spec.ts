// A server on another machine, over plain HTTP: what browsers keep for safe pages is missing there.
import { dice, shortGame, yieldNow } from './play';
import { expect, test } from './server';
import config from '../playwright.config';

const { launchOptions } = config.use!;
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions!.args!, '--host-resolver-rules=MAP table.test 127.0.0.1'],
  },
});

test('a game over plain HTTP works, and is checked but for its signature', async ({ page, server }) => {
  await page.goto(server.replace('127.0.0.1', 'table.test'));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await shortGame(page, 2, dice(5), page.url());
  await yieldNow(page);
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'holds');
  await page.locator('[data-verdict]').click();
  await expect(page.locator('dialog[open]')).toContainText('The signature was not checked');
});
