// One screen for both sides: before the curtain is lifted nothing secret is in the page.
import type { CDPSession, Page } from '@playwright/test';

import { begin, decide, dice, frames, yieldNow } from './play';
import { kept, memory } from './secrets';
import { expect, test } from './server';

// A page may keep files, and nothing else.
test.use({ serviceWorkers: 'allow' });

/** Whether memory holds something of his: as text, or as what was read from it. */
async function secrets(session: CDPSession): Promise<string[]> {
  const { numbers, strings } = await memory(session);
  return [
    ...[...numbers.keys()].filter((where) => /^(own|private)\./.test(where)),
    ...strings.filter((text) => /"(own|private)":\{/.test(text)),
  ];
}

/** Files are kept, and boards, which are the same for everybody; of the table nothing. */
async function keepsNothing(page: Page): Promise<void> {
  const { addresses, ...rest } = JSON.parse(await kept(page)) as { addresses: string[] };
  expect(JSON.stringify(rest)).not.toMatch(/own|private|route|\/api\//);
  expect(addresses.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/boards/'))).toEqual([]);
}

test('nothing secret is in the page before the curtain is lifted', async ({ page }) => {
  const heard = frames(page);
  await begin(page, 'modern', 'screen');
  await page.locator('[data-do=lift]').waitFor();
  const session = await page.context().newCDPSession(page);

  const secret = (frame: string) => frame.includes('"own":') || frame.includes('"private":');
  expect(heard.filter(secret)).toEqual([]);
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(0);
  expect(await secrets(session)).toEqual([]);
  await keepsNothing(page);

  // Nothing behind it can be reached, not even by keys.
  for (const part of ['.bar', '.middle', '.bottom']) await expect(page.locator(part).first()).toHaveAttribute('inert');
  await page.keyboard.press('Tab');
  await expect(page.locator('.game :focus:not([data-do=lift])')).toHaveCount(0);

  await page.locator('[data-do=lift]').click();
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(1);
  await expect(page.locator('.viewport')).toBeFocused();
  expect(heard.filter(secret).length).toBeGreaterThan(0);
  // The search finds what is there.
  expect(await secrets(session)).toContain('own.at');

  // He moves; the page forgets at once what only he may know.
  const roll = dice(5);
  while ((await page.locator('.game').getAttribute('data-turn')) === 'fugitive') await decide(page, roll, false);
  await page.locator('[data-do=lift]').waitFor();
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(0);
  await expect(page.locator('.log .station')).toHaveCount(0);
  const lifted = heard.length;
  await page.locator('[data-do=lift]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  expect(heard.slice(lifted).filter(secret)).toEqual([]);
  await keepsNothing(page);
  expect(await secrets(session)).toEqual([]);

  // A reload lands on the hunters' side of the curtain.
  const before = heard.length;
  await page.reload();
  await page.locator('.game').waitFor();
  await page.locator('[data-do=lift]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  expect(heard.slice(before).filter(secret)).toEqual([]);
});

test('the next game on one screen begins behind the curtain, also if he looked last', async ({ page }) => {
  await begin(page, 'modern', 'screen');
  await page.locator('[data-do=lift]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-audience', 'fugitive');
  await yieldNow(page);
  await expect(page.locator('.game')).toHaveAttribute('data-audience', 'hunters');
  const heard = frames(page);
  await page.locator('[data-do=rematch]').click();
  await page.locator('[data-do=lift]').waitFor();
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(0);
  expect(heard.filter((frame) => frame.includes('"own":') || frame.includes('"private":'))).toEqual([]);
});
