// An edition of the host's own: the page knows nothing of it but what the server says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Outcome, Scene } from '../src/protocol/types';
import { begin, decide, dice } from './play';
import { expect, type Server, startServer, test as base } from './server';
import { expectClosed, expectTold, sceneOf, words } from './told';

const EDITION = `
format = 1
id = "harbour"
title = "Harbour by Night"
summary = "Six rounds in the fog, on foot and by omnibus."
based_on = "modern"
players = [2, 3]
theme = "victorian"

[pieces]
detectives = [2]
bobbies = [1]
order = "any"
pool = { taxi = 14, bus = 9 }
closed = ["underground"]

[fugitive]
name = "The Harbour Ghost"
black = 2
double = 1
fares = { kind = "own", tickets = { taxi = 5, bus = 4 } }

[log]
slots = 7
reveal = [2, 5]

[end]
rounds = 6

[[options]]
key = "stranded_win"
default = false
rule = "9.4"
text = "He wins when no detective holds a ticket for any line of its station."
`;

/** What other editions have, and this one does not. */
const FOREIGN = /Mister X|Moriarty|\bTaxi|\bBus\b|Underground|Metro\b|[Ss]upply/;

const test = base.extend<object, { own: Server }>({
  own: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'fogbound-edition-'));
      const file = join(folder, 'harbour.toml');
      writeFileSync(file, EDITION);
      const server = await startServer(['--edition', file]);
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

function outcomeWords({ about }: Scene, outcome: Outcome, hunter: string): string {
  const values = { fugitive: about.fugitive, hunter, station: 'at' in outcome ? outcome.at : '' };
  if (outcome.cause === 'conceded') {
    return words(outcome.side === 'fugitive' ? 'outcome.conceded_fugitive' : 'outcome.conceded_hunters', values);
  }
  return words(`outcome.${outcome.cause}`, values);
}

for (const [mode, side] of [
  ['play', 'hunters'],
  ['hide', 'fugitive'],
] as const) {
  test(`every word and number is what the server says, as ${side}`, async ({ page, browser, own }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto('/');
    const card = page.locator('.card', { hasText: 'Harbour by Night' });
    await expect(card).toContainText('2–3 players');
    await expect(card).toContainText('Six rounds in the fog');
    await card.locator('input').check({ force: true });
    await expect(page.locator('[data-do=hide]')).toHaveText('Be The Harbour Ghost');

    await begin(page, 'harbour', mode);
    await page.locator('.game[data-mine=true]').waitFor();
    await expect(page.locator('.bar')).toContainText('Harbour by Night');
    await expectClosed(page, ['underground']);
    const roll = dice(5 + mode.length);
    let [steps, warnings] = [0, 0];
    do {
      await expectTold(page, FOREIGN);
      warnings += await page.locator('[data-target] .danger').count();
      steps += 1;
    } while (await decide(page, roll));
    expect(steps).toBeGreaterThan(5);
    if (side === 'fugitive') expect(warnings).toBeGreaterThan(0);

    // The end: who has won is what the server says, and he has the name that the server gives him.
    const scene = await expectTold(page, FOREIGN);
    const { winner, ending } = scene.game!;
    await expect(page.locator('.end h2')).toHaveText(winner === side ? 'You have won' : 'You have lost');
    const by = ending!.outcome.cause === 'captured' ? ending!.outcome.by : null;
    const hunter = by === null ? '' : await page.locator(`.left [data-hunter=${by}] .who > b`).innerText();
    await expect(page.locator('.end .words')).toContainText(outcomeWords(scene, ending!.outcome, hunter));

    // Somebody who only looks is told the same, in replay.
    const context = await browser.newContext({ baseURL: own.url });
    const looker = await context.newPage();
    await looker.goto(page.url());
    const verdict = winner === 'hunters' ? 'The hunters have won' : 'The Harbour Ghost has won';
    await expect(looker.locator('.end h2')).toHaveText(verdict);
    await expect(looker.locator('.figures')).toContainText(outcomeWords(scene, ending!.outcome, hunter));
    await looker.locator('.replay input[type=range]').fill('4');
    expect(await looker.locator('body').innerText()).not.toMatch(FOREIGN);
    await context.close();
    expect(errors).toEqual([]);
  });
}

test('its lobby and its rules', async ({ page }) => {
  await begin(page, 'harbour', 'friends');
  const scene = await sceneOf(page);
  await expect(page.locator('h1')).toHaveText(scene.about.title);
  await expect(page.locator('[data-seat=fugitive] b')).toHaveText(scene.about.fugitive);
  await expect(page.locator('[data-seat]')).toHaveCount(3);
  await page.locator('[data-do=settle]').click();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Back' }) });
  await expect(form.getByRole('combobox', { name: 'Edition' })).toHaveValue('harbour');
  await expect(form.getByRole('combobox', { name: 'Detectives' }).locator('option')).toHaveText(['2']);
  await expect(form.locator('[data-option]')).toHaveCount(1);
  await form.locator('[data-option]').check();
  await form.locator('button.solid').click();
  await expect(page.locator('.agreed')).toContainText('He wins when no detective can move any more');
  expect((await sceneOf(page)).settings.options).toEqual(['stranded_win=true']);

  await page.goto('/rules/harbour');
  await expect(page.locator('h2').first()).toHaveText('Harbour by Night');
  await expect(page.locator('nav [aria-current=page]').last()).toHaveText('Harbour by Night');
  const special = page.locator('.panel').first();
  await expect(special).toContainText('Six rounds in the fog');
  await expect(special).toContainText('The fugitive is The Harbour Ghost.');
  await expect(special).toContainText('Detectives: 2. Bobbies: 1.');
  await expect(special).toContainText('Transports: Carriage and Omnibus.');
  await expect(special).toContainText('Closed: Metro.');
  expect(await special.innerText()).not.toMatch(/Mister X|Taxi/);
  // The rules of all editions are there too.
  await expect(page.locator('.panel').last().locator('li')).not.toHaveCount(0);
});

test('its fugitive has his name in every language', async ({ page }) => {
  for (const [locale, label] of [
    ['fr', 'Être The Harbour Ghost'],
    ['de', 'The Harbour Ghost sein'],
    ['it', 'Sii The Harbour Ghost'],
    ['nl', 'The Harbour Ghost zijn'],
  ] as const) {
    await page.goto('/');
    await page.evaluate((language) => localStorage.setItem('fogbound', JSON.stringify({ language })), locale);
    await page.reload();
    await page.locator('input[name=edition][value=harbour]').check({ force: true });
    await expect(page.locator('[data-do=hide]')).toHaveText(label);
    await expect(page.locator('[data-do=play]')).toBeVisible();
  }
});
