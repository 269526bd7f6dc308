// One screen for both sides: before the curtain is lifted nothing secret is in the page.
import type { CDPSession, Page } from '@playwright/test';

import { begin, decide, dice, frames } from './play';
import { expect, test } from './server';

/** What is reachable in the memory of the page, as text. */
async function memory(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  return chunks.join('');
}

async function kept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
}

test('nothing secret is in the page before the curtain is lifted', async ({ page }) => {
  const heard = frames(page);
  await begin(page, 'modern', 'screen');
  await page.locator('[data-do=lift]').waitFor();
  const session = await page.context().newCDPSession(page);

  const secret = (frame: string) => frame.includes('"own":') || frame.includes('"private":');
  expect(heard.filter(secret)).toEqual([]);
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(0);
  expect(await memory(session)).not.toContain('\\"own\\":{');

  await page.locator('[data-do=lift]').click();
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(1);
  expect(heard.filter(secret).length).toBeGreaterThan(0);

  // He moves; the page forgets at once what only he may know.
  const roll = dice(5);
  while ((await page.locator('.game').getAttribute('data-turn')) === 'fugitive') await decide(page, roll);
  await page.locator('[data-do=lift]').waitFor();
  await expect(page.locator('[data-piece=fugitive]')).toHaveCount(0);
  await expect(page.locator('.log .station')).toHaveCount(0);
  const lifted = heard.length;
  await page.locator('[data-do=lift]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  expect(heard.slice(lifted).filter(secret)).toEqual([]);
  expect(await kept(page)).not.toContain('own');
  expect(await memory(session)).not.toContain('\\"own\\":{');

  // A reload lands on the hunters' side of the curtain.
  const before = heard.length;
  await page.reload();
  await page.locator('.game').waitFor();
  await page.waitForTimeout(300);
  expect(heard.slice(before).filter(secret)).toEqual([]);
});
