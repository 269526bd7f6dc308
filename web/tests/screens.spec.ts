// Every screen, in every language, on a phone and on a desktop: nothing sticks out, and axe finds
// nothing serious.
import type { Page } from '@playwright/test';

import { axe } from './axe';
import { begin, decide, dice, moveToFirst, yieldNow } from './play';
import { expect, test } from './server';

/** Words that are cut off or stick out of the page. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.scrollingElement!;
    if (root.scrollWidth > innerWidth + 1) found.push(`page ${root.scrollWidth} > ${innerWidth}`);
    for (const element of document.querySelectorAll<HTMLElement>(
      '.button, .pill, .brand, h1, h2, .ticket .top, .tick, .chooser',
    )) {
      if (element.offsetParent === null || element.closest('.visually-hidden')) continue;
      if (element.classList.contains('visually-hidden') || getComputedStyle(element).clipPath !== 'none') continue;
      if (element.scrollWidth > element.clientWidth + 2) found.push(`${element.className}: ${element.innerText}`);
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1)) found.push(`outside: ${element.innerText}`);
    }
    // What is pressed in the tray is all in sight.
    const tray = document.querySelector('.tray')?.getBoundingClientRect();
    for (const element of document.querySelectorAll<HTMLElement>('.tray .ticket, .tray .button')) {
      const box = element.getBoundingClientRect();
      if (!tray || box.height === 0 || getComputedStyle(element).visibility === 'hidden') continue;
      if (box.top < tray.top || box.bottom > tray.bottom) found.push(`cut in the tray: ${element.innerText}`);
    }
    return found;
  });
}

const LANGUAGES = ['en', 'fr', 'de', 'it', 'nl'];
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const language of LANGUAGES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`nothing sticks out in ${language}, ${size}`, async ({ browser, server }) => {
      const context = await browser.newContext({
        baseURL: server,
        locale: language,
        viewport,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      for (const path of ['/', '/rules/holmes', '/learn', '/replay', '/games', '/puzzles', '/starts', '/about']) {
        await page.goto(path);
        await page.locator('h1').first().waitFor();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await overflow(page), path).toEqual([]);
      }
      for (const mode of ['play', 'hide'] as const) {
        await begin(page, 'modern', mode);
        await page.locator('[data-target]').first().waitFor();
        expect(await overflow(page), mode).toEqual([]);
        await page.locator('[data-target]').first().focus();
        await page.keyboard.press('Enter');
        expect(await overflow(page), `${mode}, chosen`).toEqual([]);
      }
      await page.locator('[data-do=menu]').click();
      expect(await overflow(page), 'menu').toEqual([]);
      await begin(page, 'holmes', 'friends');
      expect(await overflow(page), 'lobby').toEqual([]);
      await begin(page, 'holmes', 'screen');
      expect(await overflow(page), 'curtain').toEqual([]);
      await context.close();
    });
  }
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${scheme}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server, colorScheme: scheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of [
      '/',
      '/rules/modern',
      '/learn',
      '/replay',
      '/games',
      '/puzzles',
      '/starts',
      '/about',
      '/no/such/page',
      '/t/nosuchtable1',
    ]) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await axe(page, path);
    }
    await page.goto('/');
    await page.locator('[data-do=settings]').click();
    await axe(page, 'settings');
    await begin(page, 'holmes', 'friends');
    await axe(page, 'lobby');
    await page.locator('[data-do=settle]').click();
    await axe(page, 'settings of a table');
    await begin(page, 'holmes', 'screen');
    await axe(page, 'curtain');
    await begin(page, 'holmes', 'play');
    await page.locator('[data-target]').first().waitFor();
    await axe(page, 'game');
    for (const sheet of ['menu', 'moves', 'find', 'tokens']) {
      await page.locator(`[data-do=${sheet}]`).click();
      await page.locator('dialog').waitFor();
      await axe(page, sheet);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);
    }
    await begin(page, 'modern', 'hide');
    await page.locator('[data-target]').first().waitFor();
    await axe(page, 'game as the fugitive');
    await decide(page, dice(3));
    await yieldNow(page);
    await axe(page, 'end');
    await page.locator('[data-do=replay]').click();
    await page.locator('.replay input[type=range]').waitFor();
    await axe(page, 'replay');
    // With games that go on and games that have ended.
    for (const path of ['/', '/games', '/replay']) {
      await page.goto(path);
      await page.locator('main a[href^="/t/"]').first().waitFor();
      await axe(page, `${path} with games`);
    }
    await context.close();
  });
}

test('letters of twice the size are not cut off', async ({ browser, server }) => {
  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await begin(page, 'modern', 'hide');
  await page.locator('[data-target]').first().waitFor();
  await page.evaluate(() => document.styleSheets[0]!.insertRule(':root { font-size: 200% }'));
  const words = page.locator('.hand .ticket .top');
  expect(await words.count()).toBeGreaterThan(3);
  const cut = await words.evaluateAll((tops) =>
    tops
      .filter((top) => {
        const [word, ticket] = [top.getBoundingClientRect(), top.parentElement!.getBoundingClientRect()];
        return top.scrollWidth > top.clientWidth + 1 || word.right > ticket.right + 1 || ticket.right > innerWidth;
      })
      .map((top) => (top as HTMLElement).innerText),
  );
  expect(cut).toEqual([]);
  await expect(page.locator('[data-do=menu]')).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('everything can be reached at 200 % zoom', async ({ browser, server }) => {
  // A window of 1280 by 800 at 200 % has 640 by 400 of its own pixels.
  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  expect(await overflow(page)).toEqual([]);
  await moveToFirst(page);
  await expect(page.locator('.tray h2')).toContainText('Blue');
  await context.close();
});
