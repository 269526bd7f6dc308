// What is decided together with a move is seen before it is played; and he is told what was done to him.
import type { Page } from '@playwright/test';

import type { Ability, Action, Scene } from '../src/protocol/types';
import { begin } from './play';
import { expect, test } from './server';

type Game = NonNullable<Scene['game']>;
type Move = Extract<Action, { kind: 'move' }>;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** A game as the fugitive in which the server tells what is changed here, as it would later in a game. Returns what
 * the page decides from then on; the server does not hear of it. */
async function hide(page: Page, change: (game: Game, moves: Move[]) => void): Promise<string[]> {
  const sent: string[] = [];
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { scene?: Scene };
      const game = message.scene?.game;
      const moves = (game?.actions ?? []).filter((action): action is Move => action.kind === 'move');
      if (game && moves.length > 0) change(game, moves);
      socket.send(JSON.stringify(message));
    });
    socket.onMessage((frame) => {
      const text = String(frame);
      if (text.includes('"kind":"move"')) sent.push(text);
      else server.send(text);
    });
  });
  await begin(page, 'holmes', 'hide');
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-do=confirm]').click();
  await page.locator('.hand .ticket-taxi').waitFor();
  return sent;
}

/** The same moves again, with something that is decided with them. */
function withMore(game: Game, moves: Move[], more: Partial<Move>): void {
  game.actions.push(...moves.map((move) => ({ ...move, ...more })));
}

async function chooseFirst(page: Page): Promise<void> {
  const first = page.locator('[data-target]').first();
  await first.focus();
  await page.keyboard.press('Enter');
  const several = page.locator('[data-ticket]').first();
  if ((await several.count()) > 0) await several.click();
  await expect(page.locator('[data-do=confirm]')).toBeEnabled();
}

/** All that can be pressed is in the tray, and in sight. */
async function expectWhole(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const tray = document.querySelector<HTMLElement>('.tray')!;
    const box = tray.getBoundingClientRect();
    const found = tray.scrollHeight > tray.clientHeight ? [`${tray.scrollHeight} > ${tray.clientHeight}`] : [];
    for (const part of tray.querySelectorAll<HTMLElement>('button, label, p')) {
      const { top, bottom, left, right, width } = part.getBoundingClientRect();
      const out = top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
      if (width > 0 && out) found.push(part.innerText);
    }
    return found;
  });
  expect(cut, where).toEqual([]);
}

test('a crime that is possible is committed unless it is declined', async ({ page }) => {
  const sent = await hide(page, (game, moves) => {
    withMore(game, moves, { crime: true });
    game.state.case!.crimes = 2;
  });
  await chooseFirst(page);
  const [yes, no] = [page.getByLabel('Commit the crime (3 of 3)'), page.getByLabel('Not this time')];
  await expect(yes).toBeChecked();
  // The second tap on the station plays it as it stands there.
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toContain('"crime":true');

  await page.reload();
  await page.locator('.hand .ticket-taxi').waitFor();
  await chooseFirst(page);
  await no.check();
  await page.locator('[data-do=confirm]').click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).not.toContain('"crime":true');
});

test('a hide-out is used for one thing, and its price is told', async ({ page }) => {
  const sent = await hide(page, (game, moves) => {
    for (const ability of ['take_black', 'take_double', 'lie_low'] as Ability[]) withMore(game, moves, { ability });
  });
  await chooseFirst(page);
  await expect(page.getByLabel('Nothing')).toBeChecked();
  await page.getByLabel('Take a black ticket').check();
  await expect(page.locator('[data-note=price]')).toContainText('learn that you are in a hide-out');
  await expect(page.locator('[data-note=price]')).toContainText('after their next turn');
  await page.getByLabel('Take a double-move ticket').check();
  await expect(page.getByLabel('Take a black ticket')).not.toBeChecked();
  await page.locator('[data-do=confirm]').click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toContain('"ability":"take_double"');
});

for (const size of SIZES) {
  test(`he is told what was asked, what is barred, and why no balloon rises, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await hide(page, (game) => {
      game.state.case!.ban = 'underground';
      game.state.case!.stop_used = true;
      game.actions = game.actions.filter((action) => action.kind !== 'move' || action.ticket !== 'underground');
      game.asked = [{ after_slot: game.state.filled, token: { token: 'ban', ticket: 'underground' }, answer: 'none' }];
    });
    await expect(page.locator('[data-note=asked]')).toHaveText('✦ Irene Adler: no metro ticket for you this turn.');
    const metro = page.locator('.hand .ticket-underground');
    await expect(metro).toBeDisabled();
    await expect(metro).toContainText('barred');
    await expect(metro).toHaveAttribute('title', /^Irene Adler has barred it/);
    const balloon = page.locator('.hand .ticket', { hasText: 'Balloon' });
    await expect(balloon).toBeDisabled();
    await expect(balloon).toHaveAttribute('title', /used this hide-out on arrival/);
    await expectWhole(page, 'told');
  });

  test(`the tray shows all that is to be decided, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await hide(page, (game, moves) => {
      withMore(game, moves, { double: true });
      withMore(game, moves, { crime: true });
      for (const ability of ['take_black', 'take_double', 'lie_low'] as Ability[]) withMore(game, moves, { ability });
      game.actions.push({ kind: 'balloon' });
    });
    await expectWhole(page, 'nothing chosen');
    await chooseFirst(page);
    await expectWhole(page, 'with a crime');
    await page.locator('[name=crime][value=no]').check();
    await expectWhole(page, 'in a hide-out');
    await page.locator('[name=ability][value=take_black]').check();
    await expectWhole(page, 'with its price');
    await page.locator('[data-do=back]').click();
    await page.locator('.hand .ticket', { hasText: 'Balloon' }).click();
    await expect(page.locator('[data-note=balloon]')).toContainText('If both are closed, you have lost');
    await expectWhole(page, 'the balloon');
    // Nothing makes the page higher than the window.
    expect(await page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight)).toBe(0);
  });
}

test('a plain ticket is proposed: two taps play it, and a black one is one tap more', async ({ page }) => {
  const sent = await hide(page, (game) => {
    const plain = game.actions.filter((action): action is Move => action.kind === 'move' && action.ticket === 'taxi');
    game.actions = [...plain, ...plain.map((move) => ({ ...move, ticket: 'black' as const }))];
  });
  const first = page.locator('[data-target]').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.chooser')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toContain('"ticket":"taxi"');

  await page.reload();
  await page.locator('.hand .ticket-taxi').waitFor();
  await first.focus();
  await page.keyboard.press('Enter');
  await page.locator('.hand .ticket-black').click();
  await page.locator('[data-do=confirm]').click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toContain('"ticket":"black"');
});

test('nothing in the tray moves when a station is chosen', async ({ page }) => {
  await begin(page, 'holmes', 'play');
  await page.locator('[data-target]').first().waitFor();
  const boxes = () =>
    page.evaluate(() =>
      ['.tray h2', '.tray .hand', '.tray .confirm'].map((part) => {
        const { x, y, width } = document.querySelector(part)!.getBoundingClientRect();
        return [part, Math.round(x), Math.round(y), part === '.tray h2' ? 0 : Math.round(width)];
      }),
    );
  const before = await boxes();
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.tray.chosen').waitFor();
  expect(await boxes()).toEqual(before);
});

test('who must show himself is told so with the crime, and a balloon that is gone is not offered', async ({ page }) => {
  await hide(page, (game, moves) => {
    game.state.filled = 2;
    game.state.case!.balloon_used = true;
    withMore(game, moves, { crime: true });
    for (const ability of ['take_black', 'lie_low'] as Ability[]) withMore(game, moves, { ability });
  });
  await chooseFirst(page);
  await expect(page.locator('[data-note=price]')).toContainText('You must show yourself after this move');
  await expect(page.locator('.tray .urgent')).toContainText('After move 3 you must show yourself.');
  await page.locator('[name=crime][value=no]').check();
  await expect(page.locator('[data-note=price]')).not.toContainText('balloon');
  await page.locator('[name=ability][value=lie_low]').check();
  await expect(page.locator('[data-note=price]')).not.toContainText('balloon');
});

test('the balloon does not fly by a double tap on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await hide(page, (game) => game.actions.push({ kind: 'balloon' }));
  const balloon = page.locator('.hand .ticket', { hasText: 'Balloon' });
  const before = (await balloon.boundingBox())!;
  await balloon.click();
  await expect(page.locator('[data-do=confirm]')).toBeVisible();
  const after = (await balloon.boundingBox())!;
  // Under the mouse a ticket is a little higher.
  expect(Math.abs(after.y - before.y)).toBeLessThan(3);
});
