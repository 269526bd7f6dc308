// What a team shows each other on the board, what one keeps to oneself, reactions, and talk before the game.
import type { Page } from '@playwright/test';

import { begin, frames, talk } from './play';
import { expect, test } from './server';

async function sit(page: Page, link: string, ...seats: string[]): Promise<void> {
  await page.goto(link);
  for (const seat of seats) {
    await page.locator(`[data-seat=${seat}] [data-do=sit]`).click();
    await expect(page.locator(`[data-seat=${seat}]`)).toContainText('you');
  }
}

/** Looks at a station until the card is closed. */
async function inspect(page: Page, station: number): Promise<void> {
  await page.keyboard.press('f');
  await page.locator('dialog input').fill(String(station));
  await page.keyboard.press('Enter');
  await expect(page.locator('.station-card header b')).toHaveText(String(station));
}

const note = (page: Page, label: string) => page.locator('.mark.note').and(page.getByLabel(label, { exact: true }));

test('a team marks and plans on the board, and nobody else learns of it', async ({
  page: host,
  guest,
  browser,
  server,
}) => {
  const heard = frames(host);
  const context = await browser.newContext({ baseURL: server });
  const third = await context.newPage();
  await begin(host, 'modern', 'friends');
  const link = await host.locator('[data-link]').first().inputValue();
  const hunters = await host
    .locator('[data-seat]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-seat')!).filter((seat) => seat !== 'fugitive'));
  await sit(guest, link, hunters[0]!);
  await sit(third, link, ...hunters.slice(1));

  // Before the game all talk to the table.
  await guest.getByPlaceholder('Say something').fill('xyzzy before the game');
  await guest.keyboard.press('Enter');
  await expect(host.locator('section.talk')).toContainText('xyzzy before the game');
  await expect(guest.getByText('Only to the team')).toHaveCount(0);
  await host.locator('[data-do=start]').click();
  for (const page of [host, guest, third]) await page.locator('.game').waitFor();

  // A mark and a plan for the team.
  await inspect(guest, 77);
  await guest.locator('[data-sign=watch]').click();
  await expect(guest.locator('[data-sign=watch]')).toHaveAttribute('aria-pressed', 'true');
  await guest.locator('[data-plan]').first().click();
  await expect(guest.locator('.plan')).toHaveCount(1);
  await expect(third.locator('.plan')).toHaveCount(1);
  await expect(note(third, 'Player 2 at 77: Watch this station')).toBeVisible();

  // One for oneself: it stays in the browser, also after the page was loaded again.
  await guest.locator('[data-do=whose]').click();
  await guest.locator('[data-sign=not_here]').click();
  await expect(note(guest, 'Your note at 77: He is not here')).toBeVisible();
  await guest.reload();
  await expect(note(guest, 'Your note at 77: He is not here')).toBeVisible();
  await expect(note(third, 'Your note at 77: He is not here')).toHaveCount(0);

  // A reaction for all is seen at the seat of who shows it.
  for (const page of [host, guest, third]) await talk(page);
  await guest.locator('[data-do=react]').click();
  await guest.locator('[data-react=well_played]').click();
  for (const page of [host, third]) await expect(page.locator('.seats [data-reaction=well_played]')).toBeVisible();
  await expect(host.locator('section.talk')).toContainText('Player 2: Well played');

  // One for the team is not.
  await third.getByText('Only to the team').click();
  await third.locator('[data-do=react]').click();
  await third.locator('[data-react=hurry]').click();
  await expect(guest.locator('section.talk')).toContainText('Hurry up');

  // The fugitive has his own notes, and nothing of theirs.
  await inspect(host, 80);
  await expect(host.locator('[data-do=whose]')).toHaveCount(0);
  await expect(host.locator('[data-plan]')).toHaveCount(0);
  await host.locator('[data-sign=here]').click();
  await expect(host.locator('.mark.note')).toHaveCount(1);
  await expect(host.locator('.plan')).toHaveCount(0);
  const all = heard.join('\n');
  for (const word of ['"marked"', '"planned"', '"hurry"', '"watch"']) expect(all).not.toContain(word);
  expect(all).toContain('"marks":[]');

  // A mark is taken away by whoever of the team wants it gone.
  await inspect(third, 77);
  await third.locator('[data-sign=watch]').click();
  await expect(note(guest, 'Player 2 at 77: Watch this station')).toHaveCount(0);
  await context.close();
});

test('who hunts alone notes for himself, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const heard = frames(page);
  await begin(page, 'modern', 'play');
  await inspect(page, 100);
  await expect(page.locator('[data-do=whose]')).toHaveCount(0);
  await page.locator('[data-sign=here]').click();
  await expect(note(page, 'Your note at 100: He is here')).toBeVisible();
  await page.locator('[data-sign=here]').click();
  await expect(page.locator('.mark.note')).toHaveCount(0);
  expect(heard.join('\n')).not.toContain('"marked"');
});
