// Playing by hand: what a person does with the mouse.
import { errors, expect, type Locator, type Page } from '@playwright/test';

/** Numbers that are the same in each run. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % sides;
  };
}

export type Mode = 'play' | 'hide' | 'screen' | 'friends';

export async function begin(page: Page, edition: string, mode: Mode, address = '/'): Promise<void> {
  await page.goto(address);
  await page.locator(`input[name=edition][value="${edition}"]`).check({ force: true });
  await page.locator('input[name=level][value="1"]').check({ force: true });
  await page.locator(`[data-do=${mode}]`).click();
  await page.locator(mode === 'friends' ? '[data-do=start]' : '.game').waitFor();
}

/** The talk beside the board; where it shares its place with the log, it is chosen. */
export async function talk(page: Page): Promise<Locator> {
  const tab = page.locator('[data-tab=talk]');
  if ((await tab.count()) > 0) await tab.click();
  return page.locator('.talk-panel');
}

/** Waits until the page has shown what it knows: two frames were painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Chooses the first station that can be chosen, by keys, with the first ticket that leads there. */
export async function chooseFirst(page: Page): Promise<void> {
  await page.locator('[data-target]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.tray.chosen').waitFor();
  // The tickets are there with the choice, if there are several.
  const ticket = page.locator('[data-ticket]').first();
  if ((await ticket.count()) > 0) await ticket.click();
}

/** Moves to the first station. */
export async function moveToFirst(page: Page): Promise<void> {
  await chooseFirst(page);
  await page.locator('[data-do=confirm]').click();
}

/** Waits until something is to do on a page, or another side is due than the one that was, or the game
 * is over; but not for ever, as it may be another page that is waited for. */
async function awaitChange(page: Page, turn: string | null): Promise<void> {
  const changed = (before: string | null): boolean => {
    const game = document.querySelector<HTMLElement>('.game');
    if (!game || document.querySelector('.end, [data-do=lift]')) return true;
    return game.dataset.mine === 'true' || game.dataset.turn !== before;
  };
  await page.waitForFunction(changed, turn, { timeout: 500 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Of pages at one table, the one that is to decide; none when the game is over. */
export async function whoseTurn(...pages: Page[]): Promise<Page | null> {
  const due = pages.map((page) => page.locator('.game[data-mine=true], .end'));
  let found: Page | null = null;
  await expect(async () => {
    const there = await Promise.all(due.map((locator) => locator.count()));
    found = pages[there.findIndex((count) => count > 0)] ?? null;
    expect(found).not.toBeNull();
  }).toPass({ intervals: [20] });
  return (await found!.locator('.end').count()) > 0 ? null : found;
}

/** Gives the game up, for all seats of the page, unless a bot ends it first. */
export async function yieldNow(page: Page): Promise<void> {
  const end = page.locator('.end');
  for (const what of ['menu', 'yield', 'yield-now']) {
    const button = page.locator(`[data-do=${what}]`);
    await button.or(end).first().waitFor();
    if ((await end.count()) > 0) break;
    try {
      await button.click({ timeout: 10_000 });
    } catch (error) {
      if ((await end.count()) === 0) throw error;
    }
  }
  await end.waitFor();
  if ((await page.locator('dialog').count()) > 0) await page.keyboard.press('Escape');
}

/** What the mark of a game that holds tells when it is opened. */
export async function toldOfProofs(page: Page): Promise<string> {
  await page.locator('[data-verdict]').click();
  const words = await page.locator('dialog[open] .details').innerText();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  return words;
}

/** A table of two browsers: the host hides, the guest leads all detectives. */
export async function friends(host: Page, guest: Page, edition: string): Promise<void> {
  await begin(host, edition, 'friends');
  const link = await host.locator('[data-link]').first().inputValue();
  await guest.goto(link);
  await guest.locator('[data-seat]').first().waitFor();
  const seats = await guest
    .locator('[data-seat]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-seat') ?? ''));
  for (const seat of seats.filter((seat) => seat !== 'fugitive')) {
    await guest.locator(`[data-seat=${seat}] [data-do=sit]`).click();
    await expect(guest.locator(`[data-seat=${seat}]`)).toContainText('you');
  }
  await guest.locator('[data-do=ready]').click();
  await host.locator('[data-do=start]').click();
  await host.locator('.game').waitFor();
  await guest.locator('.game').waitFor();
}

interface Spot {
  x: number;
  y: number;
}

/** A station that can be chosen. */
interface Stop {
  station: string | null;
  at: Spot;
  /** Its mark at the edge of the board, if it is out of sight. */
  away: Spot | null;
}

/** What the page shows of the game, and where: all in one look. */
async function look(page: Page) {
  return page.evaluate(() => {
    const game = document.querySelector<HTMLElement>('.game');
    const middle = (element: Element): { x: number; y: number } => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const spots = (selector: string) => [...document.querySelectorAll(selector)].map(middle);
    const spot = (selector: string) => spots(selector)[0] ?? null;
    // A station out of sight is told at the edge, and comes into sight from there.
    const away = new Map(
      [...document.querySelectorAll('[data-away]')].map((edge) => [edge.getAttribute('data-away'), middle(edge)]),
    );
    const marked = new Set(
      [...document.querySelectorAll<SVGElement>('.candidate')].map(({ dataset }) => dataset.station),
    );
    const stops = [...document.querySelectorAll('[data-target]')].map((stop) => ({
      station: stop.getAttribute('data-target'),
      at: middle(stop),
      away: away.get(stop.getAttribute('data-target')) ?? null,
      // He can be there: a hunter goes there.
      hot: game?.dataset.audience !== 'fugitive' && marked.has(stop.getAttribute('data-target') ?? ''),
    }));
    return {
      over: document.querySelector('.end') !== null,
      mine: game?.dataset.mine === 'true',
      turn: game?.dataset.turn ?? null,
      stops,
      curtain: spot('[data-do=lift]'),
      take: spot('.choices .ticket'),
      tokens: spot('[data-do=tokens]'),
      token: spots('[data-token]'),
      use: spot('[data-do=use-token]:not([disabled])'),
      double: spot('.hand .ticket-double:not([disabled])'),
      tickets: spots('[data-ticket]'),
      extra: spot('.extras input'),
      confirm: spot('[data-do=confirm]:not([disabled])'),
      endTurn: spot('[data-do=end-turn]'),
    };
  });
}

/** How many taps a person needs: of one decision those so far, and of the dearest one how many were too many. */
const taps = new WeakMap<Page, { now: number; decisions: number; tooMany: number }>();

export function tapsOf(page: Page): { now: number; decisions: number; tooMany: number } {
  const known = taps.get(page) ?? { now: 0, decisions: 0, tooMany: 0 };
  taps.set(page, known);
  return known;
}

function click(page: Page, { x, y }: Spot): Promise<void> {
  tapsOf(page).now += 1;
  return page.mouse.click(x, y);
}

/** A decision was taken: two taps are enough, with one more for each thing that was decided besides. */
function decided(page: Page, besides: number): void {
  const counted = tapsOf(page);
  counted.tooMany = Math.max(counted.tooMany, counted.now - 2 - besides);
  counted.decisions += 1;
}

/** Chooses a stop, a ticket where several fit, and plays. */
async function move(page: Page, stops: readonly Stop[], roll: (sides: number) => number, besides = 0): Promise<void> {
  const stop = stops[roll(stops.length)];
  if (stop === undefined) return;
  await click(page, stop.away ?? stop.at);
  let chosen = await look(page);
  const ticket = chosen.tickets[roll(Math.max(1, chosen.tickets.length))];
  if (ticket !== undefined) await click(page, ticket);
  const extra = chosen.extra && roll(2) === 0 ? chosen.extra : null;
  if (extra) await click(page, extra);
  // A second click on the stop plays as well as the button.
  const simple = ticket === undefined && chosen.extra === null && stop.away === null;
  if (!simple) chosen = await look(page);
  if (simple && chosen.confirm && roll(4) > 0) await click(page, stop.at);
  else if (chosen.confirm) await click(page, chosen.confirm);
  else return page.keyboard.press('Escape');
  decided(page, besides + (ticket === undefined ? 0 : 1) + (extra ? 1 : 0));
}

/** Takes one decision with the mouse, if one is to be taken. Returns whether the game goes on. */
export async function decide(page: Page, roll: (sides: number) => number, lifts = true): Promise<boolean> {
  const seen = await look(page);
  if (seen.over) return false;
  tapsOf(page).now = 0;
  if (seen.curtain && lifts) await click(page, seen.curtain);
  else if (!seen.mine) await awaitChange(page, seen.turn);
  else if (seen.take) await click(page, seen.take);
  else if (seen.tokens && roll(3) === 0) {
    await click(page, seen.tokens);
    const { token } = await look(page);
    const one = token.length > 1 ? token[roll(token.length)] : undefined;
    if (one !== undefined) await click(page, one);
    const { use } = await look(page);
    if (use) {
      await click(page, use);
      decided(page, one === undefined ? 0 : 1);
    }
  } else if (seen.stops.length > 0) {
    const hot = seen.stops.filter((stop) => stop.hot);
    let stops = hot.length > 0 ? hot : seen.stops;
    const double = seen.double && roll(4) === 0;
    if (double) {
      await click(page, seen.double!);
      stops = (await look(page)).stops;
    }
    if (stops.length > 0) await move(page, stops, roll, double ? 1 : 0);
  } else if (seen.endTurn) await click(page, seen.endTurn);
  else await awaitChange(page, seen.turn);
  return true;
}

/** A hunter moves to where the fugitive cannot be, so that the game goes on whatever was dealt. */
export async function moveAside(page: Page): Promise<void> {
  await page.locator('.game[data-mine=true]').waitFor();
  const { stops } = await look(page);
  const aside = stops.filter((stop) => !stop.hot);
  await move(page, aside.length > 0 ? aside : stops, (sides) => Math.min(1, sides - 1));
}

/** A game of this device goes on at the server. */
export async function moveToServer(page: Page): Promise<void> {
  await page.locator('[data-do=menu]').click();
  await page.locator('details[data-do=move] summary').click();
  await page.locator('[data-do=move-now]').click();
}

/** A game with so many slots of the log filled, by default as the fugitive; one that ends before is begun anew. */
export async function shortGame(
  page: Page,
  slots: number,
  roll: (sides: number) => number,
  address = '/',
  mode: Mode = 'hide',
): Promise<void> {
  await begin(page, 'modern', mode, address);
  const stubs = page.locator('.log .stub:not(.empty)');
  while ((await stubs.count()) < slots) {
    if (!(await decide(page, roll))) await begin(page, 'modern', mode, address);
  }
  // It is one's turn, so that nothing moves meanwhile.
  const game = page.locator('.game[data-mine=true]');
  await game.or(page.locator('.end')).first().waitFor();
  if ((await page.locator('.end').count()) > 0) await shortGame(page, slots, roll, address, mode);
}

export async function playOn(page: Page, roll: (sides: number) => number, most = 280_000): Promise<void> {
  const until = Date.now() + most;
  while (await decide(page, roll)) {
    if (Date.now() > until) throw new Error('the game does not end');
  }
}

/** Everything that came over sockets. */
export function frames(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  return heard;
}
