// What was promised in a game is recomputed in the browser; a record that was changed is refused, and nothing is said
// of what was not seen.
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { begin, decide, dice, moveToFirst, shortGame, toldOfProofs, yieldNow } from './play';
import { expect, test } from './server';

const verdict = (page: Page) => page.locator('[data-verdict]');

test('a game that was seen is fair, in the panel and in the replay, also after a reload in its middle', async ({
  page,
}) => {
  const roll = dice(9);
  await shortGame(page, 2, roll);
  await page.reload();
  await page.locator('.game[data-mine=true]').waitFor();
  await decide(page, roll);
  await page.locator('.game[data-mine=true]').waitFor();
  await yieldNow(page);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'holds');
  // Every step was seen, and none twice.
  const words = await toldOfProofs(page);
  expect(words).toMatch(/(\d+) of \1 steps were seen here/);
  expect(words).toContain('numbers of the server and of one person. Your own is among them.');
  expect(words).toContain('signed with a key of this server');
  expect(words).toContain('not checked here');
  await page.locator('[data-do=replay]').click();
  await expect(page.locator('.replay [data-verdict]')).toHaveAttribute('data-verdict', 'holds');
});

test('what is told of fair play is in sight as a whole, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shortGame(page, 3, dice(9));
  await yieldNow(page);
  await verdict(page).click();
  for (const part of await page.locator('dialog[open] p').all()) {
    await expect(part).toBeInViewport({ ratio: 1 });
    // Nothing lies over it, and nothing cuts it off.
    const reached = await part.evaluate((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    expect(reached).toBe(true);
  }
  await expect(page.locator('dialog[open] a[download^=heads]')).toBeVisible();
});

test('a move that was taken back stays in the chain', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server });
  const page = await context.newPage();
  await page.goto('/');
  // One person for both sides: nobody has to agree, and no bot answers at once.
  await begin(page, 'modern', 'screen');
  const roll = dice(4);
  await page.locator('[data-do=lift]').click();
  while ((await page.locator('.game').getAttribute('data-turn')) === 'fugitive') await decide(page, roll, false);
  await page.locator('[data-do=lift]').click();
  // A hunter moves, and moves back.
  const moved = page.locator('.seat.moved');
  await moveToFirst(page);
  await expect(moved).toHaveCount(1);
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=undo]').click();
  await expect(moved).toHaveCount(0);
  const stubs = page.locator('.log .stub:not(.empty)');
  while ((await stubs.count()) < 2) await decide(page, roll);
  while ((await page.locator('[data-do=lift]').count()) > 0) await page.locator('[data-do=lift]').click();
  await yieldNow(page);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'holds');
  await context.close();
});

for (const [what, change, kind] of [
  [
    'another station in the deal',
    (text: string) => text.replace(/x (\d+)/, (_, station: string) => `x ${Number(station) + 1}`),
    'broken',
  ],
  ['another number of the server', (text: string) => text.replace(/^(chain .*)..$/m, '$1zz'), 'numbers'],
  ['a step without its head', (text: string) => text.replace(/^head .*\n/m, ''), 'broken'],
  ['a number that is left out', (text: string) => text.replace(/^number .*\n/m, ''), 'broken'],
  ['another signature', (text: string) => text.replace(/^(signature \S+ ).{8}/m, '$100000000'), 'signature'],
  ['no proofs at all', (text: string) => text.replace(/^(chain|number|head|signature) .*\n/gm, ''), 'broken'],
] as const) {
  test(`a table's record with ${what} is not believed`, async ({ page }) => {
    await page.route(/\/record\?game=1$/, async (route) => {
      const response = await route.fetch();
      const [before, after] = [await response.text(), change(await response.text())];
      expect(after).not.toBe(before);
      await route.fulfill({ response, body: after });
    });
    await shortGame(page, 3, dice(9));
    await yieldNow(page);
    await expect(verdict(page)).toHaveAttribute('data-verdict', kind);
    await expect(page.getByRole('alert')).toContainText('Do not trust');
  });
}

test('a server that told another story is found out, and what was seen can be shown', async ({ page }) => {
  await shortGame(page, 3, dice(9));
  // What this browser saw is made another story, as if the server had told it one.
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((name) => name.startsWith('fogbound.seen.'))!;
    const kept = JSON.parse(localStorage.getItem(name)!) as { games: { 1: { heads: { 2: { head: string } } } } };
    kept.games[1].heads[2].head = '0'.repeat(64);
    localStorage.setItem(name, JSON.stringify(kept));
  });
  await page.reload();
  await page.locator('.game').waitFor();
  await yieldNow(page);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'two_heads');
  await expect(page.getByRole('alert')).toContainText('about step 2');
  await expect(verdict(page).locator('a[download^=heads]')).toHaveAttribute('href', /^data:application\/json/);
});

test('of steps that were not seen only the record tells', async ({ page }) => {
  await shortGame(page, 3, dice(9));
  // As if this browser had left after the second step, and come back at the end.
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((name) => name.startsWith('fogbound.seen.'))!;
    const kept = JSON.parse(localStorage.getItem(name)!) as { games: { 1: { heads: Record<string, unknown> } } };
    const { 0: deal, 1: first } = kept.games[1].heads;
    kept.games[1].heads = { 0: deal, 1: first };
    localStorage.setItem('kept', JSON.stringify(kept));
  });
  await yieldNow(page);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'holds');
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((name) => name.startsWith('fogbound.seen.'))!;
    localStorage.setItem(name, localStorage.getItem('kept')!);
  });
  await page.reload();
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'partly');
  const words = await toldOfProofs(page);
  expect(words).toMatch(/2 of \d+ steps were seen here/);
  expect(words).toContain('was not seen here: of that the record alone tells');
});

test('nothing is said of a game that was not seen', async ({ page, browser, server }) => {
  await shortGame(page, 3, dice(9));
  await yieldNow(page);
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'holds');
  const context = await browser.newContext({ baseURL: server });
  const late = await context.newPage();
  await late.goto(`${page.url()}/1`);
  await expect(verdict(late)).toHaveAttribute('data-verdict', 'unseen');
  expect(await toldOfProofs(late)).toContain('Nothing of the game was seen here');
  await context.close();
});

test('a record file is checked when it is opened', async ({ page }) => {
  const record = readFileSync('../docs/examples/proved.fog', 'utf8');
  const chained = readFileSync('../docs/examples/shuffled.fog', 'utf8');
  const open = async (text: string) => {
    await page.goto('/replay');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'game.fog', mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await open(record);
  await page.locator('.replay input[type=range]').waitFor();
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'unseen');
  const words = await toldOfProofs(page);
  expect(words).toContain('All 3 seals of this record fit it. None of them was seen here');
  expect(words).toContain('only the deal and the fugitive’s decisions have seals');
  // A move that is legal too, but was not made.
  await open(record.replace('1. black 89', '1. taxi 89'));
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'forged');
  await expect(page.locator('.replay')).toHaveCount(0);
  await open(chained);
  await page.locator('.replay input[type=range]').waitFor();
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'unseen');
  expect(await toldOfProofs(page)).toContain('signed with the key that it names');
  await open(chained.replace(/^(head .{10})./m, '$1-'));
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'broken');
});

test('a file is dropped on any page; one that is no record is refused in words', async ({ page }) => {
  const record = readFileSync('../docs/examples/proved.fog', 'utf8');
  const drop = (text: string) =>
    page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'game.fog'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      // Otherwise the browser would leave the page and show the file.
      return event.defaultPrevented;
    }, text);
  await page.goto('/about');
  await page.locator('h1').waitFor();
  expect(await drop(record)).toBe(true);
  await page.locator('.replay input[type=range]').waitFor();
  await expect(page).toHaveURL(/\/replay$/);
  // Longer than the server takes, and longer than is worth a look.
  for (const length of [300_000, 2_000_000]) {
    expect(await drop('x'.repeat(length))).toBe(true);
    await expect(page.getByRole('alert')).toHaveText('That is too long for the server.');
    await expect(page.locator('.replay')).toHaveCount(0);
  }
  expect(await drop('a letter')).toBe(true);
  await expect(page.getByRole('alert')).toContainText('line 1');
});
