// Puzzles, solved in the page: each kind, and the one of the day.
import { axe } from './axe';
import { playLine, puzzleOf, puzzleOfDay, solve } from './puzzles';
import { expect, test } from './server';

const DAY = 86_400_000;

for (const scheme of ['light', 'dark'] as const) {
  test(`a puzzle of each kind is solved, by ${scheme === 'light' ? 'day' : 'night'}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const kinds = [
      puzzleOf('where'),
      puzzleOf('close 1'),
      puzzleOf('slip', /^to /),
      puzzleOf('slip', /^(double|black)$/),
    ];
    for (const [place, puzzle] of kinds.entries()) {
      await page.goto(`/puzzles/${puzzle.id}`);
      await expect(page.locator(`[data-puzzle="${puzzle.id}"][data-solved=false]`)).toBeVisible();
      await expect(page.locator('.viewport')).toBeVisible();
      await axe(page, puzzle.kind);
      await solve(page, puzzle);
      await expect(page.locator('.said .good')).toBeVisible();
      await axe(page, `${puzzle.kind}, solved`);
      await page.goto('/puzzles');
      await expect(page.locator('dd').last()).toHaveText(String(place + 1));
    }
    await axe(page, 'puzzles');
  });
}

test('a wrong answer is told, the next try may be right, and a net of two turns is answered after the first', async ({
  page,
}) => {
  const where = puzzleOf('where');
  await page.goto(`/puzzles/${where.id}`);
  await page.locator('[data-stations]').fill('1');
  await page.locator('[data-stations]').blur();
  await page.locator('[data-do=check]').click();
  await expect(page.locator('.said .bad')).toContainText('missing');
  await solve(page, where);
  // The first try counted.
  await expect(page.locator('.said')).toContainText('Your rating: 1500');

  const close = puzzleOf('close 2');
  await page.goto(`/puzzles/${close.id}`);
  await playLine(page, close.answer);
  await expect(page.locator('.said')).toContainText('Right so far');
  await page.locator('[data-do=show]').click();
  await expect(page.locator('.said')).toContainText('The answer');
  await page.goto('/puzzles');
  await expect(page.locator('dd').last()).toHaveText('1');
});

test('the puzzle of the day is the same for all, makes days in a row, and is shared without its answer', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Two days in a row whose puzzles are answered at once.
  const quick = (day: number): boolean => !puzzleOfDay(day).kind.startsWith('close 2');
  let first = 20_800;
  while (!quick(first) || !quick(first + 1)) first += 1;
  const figure = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
  for (const [place, day] of [first, first + 1].entries()) {
    await page.clock.setFixedTime(day * DAY + DAY / 2);
    const puzzle = puzzleOfDay(day);
    await page.goto('/puzzles');
    await expect(page.locator('[data-do=daily]')).toHaveAttribute('href', `/puzzles/${puzzle.id}`);
    await page.locator('[data-do=daily]').click();
    await solve(page, puzzle);
    await page.locator('[data-do=share-puzzle]').click();
    await expect(page.locator('[data-do=share-puzzle]')).toContainText('Copied');
    const told = await page.evaluate(() => navigator.clipboard.readText());
    const lines = told.split('\n');
    expect(lines[0]).toMatch(/^Fogbound · Puzzle of the day: (Where is he\?|Close the net|Slip away)$/);
    expect(lines[1]).toBe(`🟩 · Days in a row ${place + 1}`);
    expect(lines[2]).toMatch(new RegExp(`^http://[^/]+/puzzles/${puzzle.id}$`));
    expect(lines).toHaveLength(3);
    await page.goto('/puzzles');
    await expect(figure('Days in a row')).toHaveText(String(place + 1));
    await expect(page.locator('[data-do=daily]')).toContainText('Solved');
  }
  // A day that is left out ends the row; the best one stays.
  await page.clock.setFixedTime((first + 3) * DAY);
  await page.goto('/puzzles');
  await expect(figure('Days in a row')).toHaveText('0');
  await expect(figure('Best row')).toHaveText('2');
});
