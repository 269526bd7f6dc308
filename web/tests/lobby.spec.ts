// Before the game, and around it: settings, people who go, signs of one's turn.
import { begin, decide, dice, frames, friends, moveToFirst, painted, talk, yieldNow } from './play';
import { expect, test } from './server';
import { sceneOf } from './told';

test('settings come back to what the edition says, and never ask for what cannot be played', async ({ page }) => {
  await begin(page, 'modern', 'friends');
  await page.locator('[data-do=settle]').click();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Back' }) });
  const length = form.getByRole('combobox', { name: 'Length' });
  const [usual, other] = await length
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const before = await length.inputValue();
  await length.selectOption(before === usual ? other! : usual!);
  await length.selectOption(before);
  await expect(length).toHaveValue(before);
  // Two may share their tickets; three may not, and then nobody asks for it.
  const count = form.getByRole('combobox', { name: 'Detectives', exact: true });
  const pool = form.locator('[data-option=pooled]');
  await count.selectOption('2');
  await pool.selectOption('true');
  await count.selectOption('3');
  await expect(pool).toHaveCount(0);
  await form.locator('button.solid').click();
  await expect(page.locator('[data-seat]')).toHaveCount(4);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a pool is proposed to two detectives of one hand, until somebody decides', async ({ page: host, guest }) => {
  await begin(host, 'modern', 'friends');
  const form = host.locator('form', { has: host.getByRole('button', { name: 'Back' }) });
  const pool = form.locator('[data-option=pooled]');
  const agreed = host.locator('.agreed');
  const proposal = 'Proposed: the two detectives share one pool of tickets, as for two players';
  const settle = async (value?: 'true' | 'false' | ''): Promise<string[]> => {
    const { version } = await sceneOf(host);
    await host.locator('[data-do=settle]').click();
    await form.getByRole('combobox', { name: 'Detectives', exact: true }).selectOption('2');
    if (value !== undefined) await pool.selectOption(value);
    await form.locator('button.solid').click();
    await expect.poll(async () => (await sceneOf(host)).version).toBeGreaterThan(version);
    const { options } = (await sceneOf(host)).settings;
    // Everything else is sent by name.
    expect(options.filter((option) => !option.startsWith('pooled='))).toHaveLength(3);
    return options.filter((option) => option.startsWith('pooled='));
  };

  // What nobody touches stays a proposal.
  for (let time = 0; time < 2; time += 1) {
    expect(await settle()).toEqual([]);
    await expect(agreed).toContainText(proposal);
  }
  expect((await sceneOf(host)).about).toMatchObject({ pooled: true, pool_proposed: true });
  // It can be refused, and taken.
  expect(await settle('false')).toEqual(['pooled=false']);
  await expect(agreed).not.toContainText('pool');
  expect(await settle()).toEqual(['pooled=false']);
  expect(await settle('true')).toEqual(['pooled=true']);
  await expect(agreed).toContainText('Two detectives share one pool of tickets');
  await expect(agreed).not.toContainText('Proposed');
  expect(await settle('')).toEqual([]);
  await expect(agreed).toContainText(proposal);
  // Two people are not proposed it.
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d1] [data-do=sit]').click();
  await expect(agreed).not.toContainText('pool');
  await guest.locator('[data-seat=d2] [data-do=sit]').click();
  await expect(agreed).toContainText(proposal);
  await guest.locator('[data-do=ready]').click();
  await host.locator('[data-do=start]').click();
  await expect(host.locator('[data-pool=pool]')).toBeVisible();
});

test('where hints may be taken all agree to that first, and anew after a change', async ({ page: host, guest }) => {
  await begin(host, 'modern', 'friends');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d1] [data-do=sit]').click();
  const [start, note] = [host.locator('[data-do=start]'), '[data-note=hints]'];
  await expect(host.locator('[data-seat=d1]')).toContainText('Player');
  await expect(start).toBeEnabled();
  await expect(host.locator(note)).toHaveCount(0);
  const form = host.locator('form', { has: host.getByRole('button', { name: 'Back' }) });
  const settle = async (change: () => Promise<unknown>): Promise<void> => {
    await host.locator('[data-do=settle]').click();
    await change();
    await form.locator('button.solid').click();
    await expect(form).toHaveCount(0);
  };
  await guest.locator('[data-do=ready]').click();
  await expect(host.locator('[data-seat=d1]')).toContainText('ready');
  await settle(() => form.locator('[data-do=hints]').check());
  for (const page of [host, guest]) await expect(page.locator(note)).toBeVisible();
  await expect(host.locator('[data-seat=d1]')).not.toContainText('ready');
  await expect(start).toBeDisabled();
  await guest.locator('[data-do=ready]').click();
  await expect(start).toBeEnabled();
  await settle(() => form.getByRole('combobox', { name: 'Time' }).selectOption('m1'));
  await expect(start).toBeDisabled();
  await guest.locator('[data-do=ready]').click();
  await start.click();
  await expect(host.locator('.game')).toBeVisible();
  expect((await sceneOf(host)).game?.hints_agreed).toBe(true);
});

test('who plays two detectives in turn is offered neighbours', async ({ page: host, guest }) => {
  await begin(host, 'classic', 'friends');
  await expect(host.locator('.seats')).toContainText('takes neighbours, to move both in one go: Red and Blue');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d3] [data-do=sit]').click();
  await expect(guest.locator('[data-seat=d4] [data-do=sit]')).toHaveClass(/solid/);
  await expect(guest.locator('[data-do=sit].solid')).toHaveCount(1);
  await guest.locator('[data-seat=d4] [data-do=sit]').click();
  await expect(guest.locator('[data-seat=d4]')).toContainText('you');
  await expect(guest.locator('[data-do=sit].solid')).toHaveCount(0);
});

test('a host who has gone is told to the others', async ({ page: host, guest }) => {
  await begin(host, 'modern', 'friends');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d2] [data-do=sit]').click();
  await expect(guest.locator('main')).toContainText('The host starts the game.');
  await host.context().close();
  await expect(guest.locator('main')).toContainText('The host is away.');
  await expect(guest.getByRole('button', { name: /^Start/ })).toBeVisible();
});

test('who sits down is there, and a table that was left is found again', async ({ page: host, guest }) => {
  const heard = frames(host);
  await begin(host, 'modern', 'friends');
  await guest.goto(await host.locator('[data-link]').first().inputValue());
  await guest.locator('[data-seat=d2]').waitFor();
  // First everybody is told that somebody watches.
  await expect.poll(() => heard.some((frame) => frame.includes('"spectators":1'))).toBe(true);
  await guest.locator('[data-seat=d2] [data-do=sit]').click();
  await expect(host.locator('[data-seat=d2]')).toContainText('Player');
  await expect(host.locator('[data-seat=d2]')).not.toContainText('away');
  const address = guest.url();
  await guest.goto('/');
  await expect(host.locator('[data-seat=d2]')).toContainText('away');
  await guest.locator('[data-do=continue]').click();
  await expect(guest).toHaveURL(address);
  await expect(guest.locator('[data-seat=d2]')).toContainText('you');
  await expect(host.locator('[data-seat=d2]')).not.toContainText('away');
});

test('a tab says once that it is your turn', async ({ page }) => {
  await begin(page, 'modern', 'hide');
  await page.locator('[data-target]').first().waitFor();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.title)).observe(document.querySelector('title')!, {
      childList: true,
    });
  });
  await moveToFirst(page);
  const round = page.locator('.where');
  await expect
    .poll(async () => (await page.locator('.end').count()) > 0 || (await round.innerText()).includes('Round 2'))
    .toBe(true);
  await expect
    .poll(async () => (await page.locator('.end').count()) > 0 || (await page.title()).startsWith('●'))
    .toBe(true);
  const turns = await page.evaluate(() =>
    (window as unknown as { seen: string[] }).seen.filter((title) => title.startsWith('●')),
  );
  expect(turns.length).toBe((await page.locator('.end').count()) > 0 ? 0 : 1);
});

test('a replay stays where it is when somebody speaks', async ({ page: host, guest }) => {
  const heard = frames(guest);
  await friends(host, guest, 'modern');
  await decide(host, dice(8));
  await yieldNow(host);
  await guest.locator('[data-do=replay]').click();
  const slider = guest.locator('.replay input[type=range]');
  await slider.focus();
  await guest.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  const told = await talk(host);
  await told.locator('.text-input').fill('well played');
  await host.keyboard.press('Enter');
  await expect(told).toContainText('well played');
  await expect.poll(() => heard.some((frame) => frame.includes('well played'))).toBe(true);
  await painted(guest);
  await expect(slider).toHaveValue('0');
});

test('the board stays where one looks when somebody speaks', async ({ page: host, guest }) => {
  await friends(host, guest, 'modern');
  // Mister X can go somewhere, and his player looks elsewhere.
  const target = host.locator('[data-target]').first();
  await target.waitFor();
  const view = (await host.locator('.viewport').boundingBox())!;
  const stop = (await target.boundingBox())!;
  const [left, top] = [stop.x < view.x + view.width / 2, stop.y < view.y + view.height / 2];
  await host.mouse.move(view.x + (left ? view.width - 60 : 60), view.y + (top ? view.height - 60 : 60));
  for (let turn = 0; turn < 6; turn++) await host.mouse.wheel(0, -200);
  const camera = () => host.locator('.world').evaluate((world) => getComputedStyle(world).transform);
  await host.locator('.viewport:not(.moving)').waitFor();
  await painted(host);
  const before = await camera();
  const [told, heard] = [await talk(guest), await talk(host)];
  await told.locator('.text-input').fill('where are you?');
  await guest.keyboard.press('Enter');
  await expect(heard).toContainText('where are you?');
  await painted(host);
  expect(await camera()).toBe(before);
});

test('a new visitor who is quick keeps the seat', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
  const page = await context.newPage();
  // The list of tables is asked for first and arrives last, when the visitor has a seat already.
  let arrive!: () => void;
  const seated = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/api/tables', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const list = await fetch(route.request().url());
    const [headers, body] = [Object.fromEntries(list.headers), await list.text()];
    await seated;
    await route.fulfill({ headers, body });
  });
  const listed = page.waitForResponse(
    (response) => response.url().endsWith('/api/tables') && response.request().method() === 'GET',
  );
  await page.goto('/');
  await page.locator('input[name=edition]').first().waitFor();
  await page.locator('[data-do=hide]').click();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  arrive();
  await (await listed).finished();
  await page.unroute('**/api/tables');
  await page.reload();
  await expect(page.locator('.game')).toHaveAttribute('data-mine', 'true');
  await context.close();
});

test('alone against bots, changing sides gives the whole other side', async ({ page }) => {
  await begin(page, 'holmes', 'hide');
  await page.locator('[data-target]').first().waitFor();
  await yieldNow(page);
  // At the end all of his crime scenes are shown.
  await expect(page.locator('.mark.crime, .mark.crime-done')).toHaveCount(3);
  await page.locator('[data-do=swap]').click();
  await page.locator('.game[data-audience=hunters]').waitFor();
  const seats = page.locator('.left [data-hunter^=d]');
  await expect(seats).toHaveCount(3);
  for (const seat of await seats.all()) await expect(seat).toContainText('you');
  await expect(page.locator('.left .seat.fugitive')).toContainText('(bot)');
});

test('a host without a seat is told that this means watching', async ({ page }) => {
  await begin(page, 'holmes', 'friends');
  await page.locator('[data-seat=fugitive] .do .button').click();
  await expect(page.locator('[data-note=watch]')).toBeVisible();
  await page.locator('[data-do=start]').click();
  await expect(page.locator('[data-do=start]')).toHaveText('Start and only watch');
  await page.locator('[data-do=start]').click();
  await page.locator('.game').waitFor();
});
