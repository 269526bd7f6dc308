// Told, not guessed: three cards before a first game, the legend, and who cannot move.
import { begin, painted } from './play';
import { expect, test } from './server';
import { sceneOf } from './told';
import type { Page } from '@playwright/test';

/** A browser that remembers nothing yet. */
async function forget(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('fogbound', '{}'));
}

const cards = (page: Page) => page.locator('dialog li h3');

test('a first game begins with three cards, the second one does not', async ({ page }) => {
  await forget(page);
  await begin(page, 'modern', 'play');
  await expect(cards(page)).toHaveText(['The goal', 'What is special', 'What to watch']);
  await expect(page.locator('dialog')).toContainText('Catch Mister X');
  // One key, and the board has the keys.
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.locator('[data-target]').first().waitFor();
  await page.reload();
  await page.locator('[data-target]').first().waitFor();
  await painted(page);
  await expect(page.locator('dialog')).toHaveCount(0);
  await begin(page, 'modern', 'play');
  await page.locator('[data-target]').first().waitFor();
  await painted(page);
  await expect(page.locator('dialog')).toHaveCount(0);

  // The other side is another game, and so is another edition; one tap closes them.
  await begin(page, 'modern', 'hide');
  await expect(page.locator('dialog')).toContainText('You are Mister X');
  await page.locator('[data-do=briefed]').click();
  await expect(page.locator('dialog')).toHaveCount(0);
  await begin(page, 'compact', 'play');
  await expect(page.locator('dialog')).toContainText('with as few tickets as you can');
  await page.mouse.click(5, 5);
  await expect(page.locator('dialog')).toHaveCount(0);

  // It is there again on request.
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=briefing]').click();
  await expect(cards(page)).toHaveCount(3);
});

test('nobody is briefed in a game that goes on, nor who wants no briefings', async ({ page, guest }) => {
  await begin(page, 'modern', 'hide');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.locator('[data-target]').first().waitFor();
  // Who only watches is left alone as well.
  await forget(guest);
  await guest.goto(page.url());
  await guest.locator('.game').waitFor();
  await painted(guest);
  await expect(guest.locator('dialog')).toHaveCount(0);
});

test('on one screen each side is briefed behind its curtain, never over it', async ({ page }) => {
  await forget(page);
  await begin(page, 'modern', 'screen');
  await page.locator('[data-do=lift]').waitFor();
  await painted(page);
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.locator('[data-do=lift]').click();
  await expect(page.locator('dialog')).toContainText('You are Mister X');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('Moriarty sees his two stations, his crimes in words, and a legend of the signs', async ({ page }) => {
  await begin(page, 'holmes', 'hide');
  await page.locator('[data-target]').first().waitFor();
  await expect(page.locator('.mark.start')).toHaveCount(2);
  const { game } = await sceneOf(page);
  const stars = game!.own!.crimes.map(([station]) => String(station));
  const note = page.locator('[data-note]');
  await expect(note).toContainText('3 crimes to commit');
  for (const star of stars) await expect(note).toContainText(star);
  await page.locator('[data-do=menu]').click();
  await page.locator('[data-do=legend]').click();
  const signs = page.locator('dialog [data-sign]');
  await expect(signs).not.toHaveCount(0);
  const names = await signs.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-sign')));
  expect(names).toEqual([
    'token',
    'crime',
    'hideout',
    'park',
    'monument',
    'river',
    'balloon',
    'quarter',
    'reserve',
    'supply',
  ]);
  // What the board draws is drawn here too.
  for (const sign of ['hideout', 'park', 'monument', 'river']) {
    await expect(page.locator(`#fb-${sign}`), sign).toHaveCount(1);
    // In the colours of the board: without them it is a disc like any other.
    const colours = await page.evaluate(
      (of) =>
        [`[data-sign=${of}] svg`, '.viewport .layer > svg'].map((where) =>
          ['--fb-seal', '--fb-sign'].map((name) =>
            getComputedStyle(document.querySelector(where)!).getPropertyValue(name),
          ),
        ),
      sign,
    );
    expect(colours[0]).toEqual(colours[1]);
    expect(colours[0]).not.toContain('');
  }
  const marks = page.locator('dialog [data-mark]');
  expect(await marks.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-mark')))).toEqual([
    'target',
    'danger',
    'seen',
    'lamp',
  ]);
  await expect(page.locator('dialog [data-log=take_double]')).toBeVisible();
});

test('the tokens of the detectives lead to the legend', async ({ page }) => {
  await begin(page, 'holmes', 'play');
  await page.locator('[data-do=tokens]').click();
  await page.locator('dialog [data-do=legend]').click();
  await expect(page.locator('dialog [data-sign=token]')).toBeVisible();
  // And from there back to them.
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog [data-token=quarter]')).toBeVisible();
  await expect(page.locator('dialog [data-tokens=d1]')).toContainText('2 tokens left');
  // Only one in a turn: then it is told why there is none.
  // One tap spends nothing yet.
  await page.locator('dialog [data-token=quarter]').click();
  await expect(page.locator('[data-asked]')).toHaveCount(0);
  await page.locator('dialog [data-do=use-token]').click();
  await expect(page.locator('[data-do=tokens-used]')).toBeDisabled();
  // The answer stays.
  await expect(page.locator('[data-asked]')).toHaveText(/Sherlock Holmes: quarter\sI/);
});

test('a move that strands a detective is warned of, and then he is named', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('fogbound', JSON.stringify({ briefings: false, confirm: false })));
  // The server tells that the first move strands its piece: as it would when the tickets are nearly spent.
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => socket.send(strandFirst(String(frame))));
  });
  await begin(page, 'modern', 'play');
  const first = page.locator('[data-target]').first();
  await first.waitFor();
  const { game } = await sceneOf(page);
  const action = game!.actions.find(({ kind }) => kind === 'hunt');
  if (action?.kind !== 'hunt') throw new Error('no move');
  await page.locator(`[data-target="${action.to}"]`).focus();
  await page.keyboard.press('Enter');
  const several = page.locator(`[data-ticket=${action.ticket}]`);
  if ((await several.count()) > 0) await several.click();
  await expect(page.locator('[data-note=strands]')).toContainText(
    `can never move again: no ticket fits at ${action.to}`,
  );
  // Even where moves are not confirmed, this one is.
  await page.locator('[data-do=confirm]').click();
  await expect(page.locator('[data-note=strands]')).toHaveCount(0);
  await expect(page.locator('[data-note]').first()).toHaveText('Blue cannot move: no ticket fits.');
  await expect(page.locator('[data-hunter=d2] .stuck')).toHaveText('cannot move');
});

interface Told {
  game?: { actions: { kind: string }[]; strands?: number[]; stuck?: object[]; turn: string } | null;
}

/** The same news, in which the first move strands its piece, and Blue cannot move. */
function strandFirst(frame: string): string {
  const message = JSON.parse(frame) as { scene?: Told };
  const game = message.scene?.game;
  if (!game) return frame;
  const place = game.actions.findIndex(({ kind }) => kind === 'hunt');
  if (place >= 0) game.strands = [place];
  game.stuck = [{ hunter: 'd2', why: 'no_ticket' }];
  return JSON.stringify(message);
}
