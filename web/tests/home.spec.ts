// The start page: opponents, help, games that go on, open tables, editions, and what is offered once.
import type { Page } from '@playwright/test';

import { begin } from './play';
import { expect, startServer, test } from './server';

/** Lists the table of a lobby for everybody. */
async function publish(page: Page): Promise<void> {
  await page.locator('[data-do=settle]').click();
  await page.locator('form select').last().selectOption('public');
  await page.locator('form .button.solid').click();
  await expect(page.locator('.agreed')).toContainText('listed for everybody');
}

test('an opponent is chosen by face, by keys, and is remembered', async ({ page }) => {
  await page.goto('/');
  const opponents = page.getByRole('group', { name: 'Opponent' });
  await expect(opponents.getByRole('radio')).toHaveCount(8);
  await expect(opponents.getByRole('radio', { name: 'Barnaby, Strength 3 of 8' })).toBeChecked();
  await expect(opponents).toContainText('careless now and then');
  await opponents.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(opponents.getByRole('radio', { name: 'Hester' })).toBeChecked();
  await expect(opponents).toContainText('a rare slip');
  await page.reload();
  await expect(opponents.getByRole('radio', { name: 'Hester' })).toBeChecked();
  await page.locator('[data-do=hide]').click();
  await expect(page.locator('[data-hunter=d1]')).toContainText('Hester (bot)');
});

test('help is one choice, and says what it does', async ({ page }) => {
  await page.goto('/');
  const help = page.getByRole('group', { name: 'Help' });
  await expect(help.getByRole('radio')).toHaveCount(3);
  await expect(help).toContainText('All stations that fit what is known are marked.');
  await help.getByText('None').click();
  await expect(help).toContainText('You keep track of him yourself.');
  await page.reload();
  await expect(help.getByRole('radio', { name: 'None' })).toBeChecked();
});

test('games that go on are told apart, the newest first', async ({ page }) => {
  await begin(page, 'modern', 'play');
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  const first = page.url();
  await page.goto('/');
  await page.locator('input[name=level][value="6"]').check({ force: true });
  await page.locator('[data-do=hide]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  const second = page.url();
  await begin(page, 'modern', 'friends');
  await page.goto('/');
  const cards = page.locator('[data-do=continue]');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toContainText('Not begun yet');
  await expect(cards.nth(1)).toContainText('Against Cordelia (bot)');
  await expect(cards.nth(1)).toContainText('Round 1 of 22 · Your turn');
  await expect(cards.nth(2)).toContainText('Against Toby (bot)');
  await expect(cards.nth(2).locator('.portrait')).toHaveCount(1);
  await expect(cards.nth(1)).toHaveAttribute('href', new URL(second).pathname);
  await cards.nth(2).click();
  await expect(page).toHaveURL(first);
});

test('what happened meanwhile is told on the card', async ({ page: host, guest }) => {
  await begin(host, 'modern', 'friends');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d1] [data-do=sit]').click();
  await expect(guest.locator('[data-seat=d1]')).toContainText('you');
  await guest.goto('/');
  await expect(guest.locator('[data-do=continue]')).toContainText('Not begun yet');
  await host.locator('[data-do=start]').click();
  await host.locator('.game').waitFor();
  await guest.reload();
  await expect(guest.locator('[data-do=continue]')).toContainText('Against Player 1');
  await expect(guest.locator('[data-do=continue]')).toContainText('Mister X moves');
});

test('open tables come first, and lead to a seat', async ({ browser }) => {
  const { url, stop } = await startServer();
  const [host, guest] = await Promise.all(
    [0, 1].map(async () => (await browser.newContext({ baseURL: url })).newPage()),
  );
  await guest!.goto('/');
  await guest!.locator('input[name=edition]').first().waitFor();
  await expect(guest!.locator('[data-do=join]')).toHaveCount(0);
  await begin(host!, 'classic', 'friends');
  await publish(host!);
  await guest!.reload();
  const table = guest!.locator('[data-do=join]');
  await expect(table).toContainText('Classic');
  await expect(table).toContainText('open seats');
  const above = async (): Promise<boolean> => {
    const [join, play] = await Promise.all([table.boundingBox(), guest!.locator('[data-do=play]').boundingBox()]);
    return join!.y < play!.y;
  };
  expect(await above()).toBe(true);
  await table.click();
  await guest!.locator('[data-seat=d1] [data-do=sit]').click();
  await expect(host!.locator('[data-seat=d1]')).toContainText('Player 2');
  await Promise.all([host!.context().close(), guest!.context().close()]);
  await stop();
});

test('who gave no name is called so in the language of who reads it', async ({ browser, server, page: host }) => {
  await begin(host, 'modern', 'friends');
  const context = await browser.newContext({ baseURL: server, locale: 'de' });
  const guest = await context.newPage();
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await expect(guest.locator('[data-seat=fugitive]')).toContainText('Spieler 1 · Gastgeber');
  await guest.locator('[data-seat=d1] [data-do=sit]').click();
  await expect(host.locator('[data-seat=d1]')).toContainText('Player 2');
  await context.close();
});

test('an edition is chosen without its links, and each link has a place of its own', async ({ page }) => {
  await page.goto('/');
  const cards = page.getByRole('group', { name: 'Choose an edition' });
  await expect(cards.getByRole('radio')).toHaveCount(7);
  await expect(page.locator('label a, label button')).toHaveCount(0);
  await cards.getByRole('radio', { name: /^Classic/ }).focus();
  await page.keyboard.press('Space');
  await expect(cards.getByRole('radio', { name: /^Classic/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(cards.getByRole('link', { name: 'Rules in short · Classic' })).toBeFocused();
  // The picture comes when it is seen, and belongs to the time of day.
  await page.emulateMedia({ colorScheme: 'light' });
  const picture = page.locator('.card', { hasText: 'Beginners' }).locator('img');
  await expect(picture).toHaveAttribute('src', /beginner-day/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(picture).toHaveAttribute('src', /beginner-night/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360);
});

test('sound is offered once', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-do=sound-off]').click();
  await expect(page.locator('[data-do=sound-on]')).toHaveCount(0);
  await page.reload();
  await page.locator('[data-do=play]').waitFor();
  await expect(page.locator('[data-do=sound-on]')).toHaveCount(0);
  await page.locator('[data-do=settings]').click();
  await expect(page.getByRole('checkbox', { name: 'Sounds' })).not.toBeChecked();
});

test('with sound there is rain, until it is switched off', async ({ page }) => {
  await page.addInitScript(() => {
    const states: () => string[] = () => made.map(({ state }) => state);
    const made: AudioContext[] = [];
    const Real = AudioContext;
    Object.assign(window, {
      states,
      AudioContext: class extends Real {
        constructor() {
          super();
          made.push(this);
        }
      },
    });
  });
  const states = () => page.evaluate(() => (window as unknown as { states(): string[] }).states());
  await page.goto('/');
  await page.locator('[data-do=play]').waitFor();
  expect(await states()).toEqual([]);
  await page.locator('[data-do=sound-on]').click();
  await expect.poll(states).toEqual(['running']);
  await page.locator('[data-do=settings]').click();
  await page.getByRole('checkbox', { name: 'Rain and fog-horn' }).uncheck();
  await expect.poll(states).toEqual(['closed']);
});

test('the app is offered where it can be installed', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-do=play]').waitFor();
  await expect(page.locator('[data-do=install]')).toHaveCount(0);
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = () => {
      document.title = 'asked';
      return Promise.resolve({ outcome: 'accepted' });
    };
    dispatchEvent(Object.assign(offer, { prompt }));
  });
  await page.locator('footer [data-do=install]').click();
  await expect(page).toHaveTitle('asked');
  await expect(page.locator('[data-do=install]')).toHaveCount(0);
});

test('on an iPhone it is said how', async ({ browser, server }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const context = await browser.newContext({ baseURL: server, userAgent });
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.locator('main')).toContainText('Add to Home Screen');
  await context.close();
});

test('a host lets bots play several seats without opening the menu again', async ({ page }) => {
  await begin(page, 'modern', 'play');
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  await page.locator('[data-do=menu]').click();
  const menu = page.locator('dialog');
  await menu.locator('summary', { hasText: 'Let a bot play for you' }).click();
  await menu.getByRole('button', { name: 'Let a bot play', exact: true }).first().click();
  await expect(menu.getByRole('button', { name: 'Play yourself again' })).toHaveCount(1);
  await menu.getByRole('button', { name: 'Let a bot play', exact: true }).first().click();
  await expect(menu.getByRole('button', { name: 'Play yourself again' })).toHaveCount(2);
});
