// What a server counts without a name: how hard puzzles are, and how games end by how they begin.
import { expect, type Server, startServer, test } from './server';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

interface Rated {
  puzzles: { id: string; rating: string; tries: number }[];
}

test('the first try of a puzzle moves its rating, and who comes next sees that', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/puzzles');
  await page.locator('[data-kind=where]').click();
  await page.locator('[data-do=next-puzzle]').click();
  const id = (await page.locator('[data-puzzle]').getAttribute('data-puzzle'))!;
  const first = await page.locator('[data-puzzle] .when').innerText();
  const told = page.waitForRequest((request) => request.url().endsWith(`/api/puzzles/${id}/tries`));
  await page.locator('[data-do=show]').click();
  expect((await told).postDataJSON()).toEqual({ rating: '1500 350', solved: false });
  await (await (await told).response())!.finished();
  // It was told once: after a reload it is no first try any more.
  await page.reload();
  await page.locator('[data-do=show]').click();
  await expect(page.locator('.said')).toContainText('The answer');
  const { puzzles } = (await (await page.request.get('/api/puzzles')).json()) as Rated;
  expect(puzzles.map((puzzle) => [puzzle.id, puzzle.tries])).toEqual([[id, 1]]);
  const rating = puzzles[0]!.rating.split(' ')[0]!;
  expect(first).not.toContain(rating);
  await context.close();

  const other = await browser.newContext({ baseURL: server.url });
  const another = await other.newPage();
  await another.goto(`/puzzles/${id}`);
  await expect(another.locator('[data-puzzle] .when')).toContainText(rating);
  await other.close();
});

test('a game that ended is counted by its start, beside the games of bots', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const seats = ['fugitive', 'd1', 'd2', 'd3'].map((seat) => ({ seat, who: { bot: 1 } }));
  const data = { settings: { edition: 'beginner', detectives: 3 }, name: 'Ada', seats, start: true };
  const made = await page.request.post('/api/tables', { data });
  const { table } = (await made.json()) as { table: string };
  const shown = async (): Promise<{ stage: string; game: { ending: { start: number } } }> =>
    ((await (await page.request.get(`/api/tables/${table}`)).json()) as { scene: never }).scene;
  await expect.poll(async () => (await shown()).stage, { timeout: 60_000 }).toBe('over');
  await page.goto('/starts');
  await page.locator('[data-do=source]').selectOption('server');
  await expect(page.locator('.all')).toContainText(/of 1 games/);
  const start = (await shown()).game.ending.start;
  await expect(page.locator('table').last().locator('tbody th')).toHaveText([String(start)]);
  await expect(page.locator('.few').first()).toBeVisible();
  await page.locator('[data-do=source]').selectOption('arena');
  await expect(page.locator('.all')).toContainText(/of 1.?000 games/);
  await context.close();
});
