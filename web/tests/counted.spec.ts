// What a server counts without a name: how hard puzzles are, and how games end by how they begin.
import { readFileSync } from 'node:fs';

import { expect, type Server, startServer, test } from './server';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

interface Rated {
  id: string;
  rating: string;
  tries: number;
}

test('the first try of a puzzle moves its rating, and who comes next sees that', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const tries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/tries')) tries.push(request.url());
  });
  // Somebody was here before.
  const file = readFileSync(new URL('../../crates/puzzles/puzzles/where-modern-4.txt', import.meta.url), 'utf8');
  const known = /\[Id "(\w+)"\]/.exec(file)![1]!;
  const first = /\[Rating "(\d+) \d+"\]/.exec(file)![1]!;
  const data = { rating: '1500 60', solved: false };
  const moved = (await (await page.request.post(`/api/puzzles/${known}/tries`, { data })).json()) as Rated;
  const rating = moved.rating.split(' ')[0]!;
  expect([moved.tries, Number(rating) > Number(first)]).toEqual([1, true]);
  await page.goto(`/puzzles/${known}`);
  await expect(page.locator('[data-puzzle] .when')).toContainText(rating);
  // Here another puzzle is given up at once.
  await page.goto('/puzzles');
  await page.locator('[data-kind=slip]').click();
  await page.locator('[data-do=next-puzzle]').click();
  const id = (await page.locator('[data-puzzle]').getAttribute('data-puzzle'))!;
  const told = page.waitForResponse((response) => response.url().endsWith(`/api/puzzles/${id}/tries`));
  await page.locator('[data-do=show]').click();
  expect((await told).request().postDataJSON()).toEqual({ rating: '1500 350', solved: false });
  expect((await (await told).json()) as Rated).toMatchObject({ id, tries: 1 });
  // It is told once: after a reload it is no first try any more.
  await page.reload();
  await page.locator('[data-do=show]').click();
  await expect(page.locator('.said')).toContainText('The answer');
  expect(tries).toHaveLength(1);
  await context.close();
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
