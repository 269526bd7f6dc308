// Playing by hand: what a person does with the mouse.
import type { Page } from '@playwright/test';

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

export async function begin(page: Page, edition: string, mode: Mode): Promise<void> {
  await page.goto('/');
  await page.locator(`input[name=edition][value="${edition}"]`).check({ force: true });
  await page.locator(`[data-do=${mode}]`).click();
  await page.locator(mode === 'friends' ? '[data-do=start]' : '.game').waitFor();
}

/** What the page shows of the game. */
async function look(page: Page) {
  return page.evaluate(() => {
    const game = document.querySelector<HTMLElement>('.game');
    return {
      over: document.querySelector('.end') !== null,
      mine: game?.dataset.mine === 'true',
      curtain: document.querySelector('[data-do=lift]') !== null,
      targets: [...document.querySelectorAll('[data-target]')].map((target) => target.getAttribute('data-target') ?? ''),
      takes: document.querySelectorAll('.choices .ticket').length,
      tokens: document.querySelector('[data-do=tokens]') !== null,
      double: document.querySelector('.hand .ticket.double:not([disabled])') !== null,
      endTurn: document.querySelector('[data-do=end-turn]') !== null,
      state: `${document.querySelectorAll('.log .stub:not(.empty)').length} ${document.querySelector('.tray h2')?.textContent ?? ''}`,
    };
  });
}

async function clickTarget(page: Page, station: string): Promise<boolean> {
  // A station out of sight is told at the edge, and comes into sight from there.
  const edge = page.locator(`[data-away="${station}"]`);
  if ((await edge.count()) > 0) await edge.click({ timeout: 15_000 });
  const box = await page.locator(`[data-target="${station}"]`).boundingBox({ timeout: 5000 }).catch(() => null);
  if (!box) return false;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return true;
}

/** Takes one decision with the mouse, if one is to be taken. Returns whether the game goes on. */
export async function decide(page: Page, roll: (sides: number) => number): Promise<boolean> {
  const seen = await look(page);
  if (seen.over) return false;
  const quick = { timeout: 15_000 };
  try {
    if (seen.curtain) await page.locator('[data-do=lift]').click(quick);
    else if (!seen.mine) await page.waitForTimeout(40);
    else if (seen.takes > 0) await page.locator('.choices .ticket').first().click(quick);
    else if (seen.tokens && roll(3) === 0) {
      await page.locator('[data-do=tokens]').click(quick);
      const choices = page.locator('[data-token]');
      await choices.first().waitFor(quick);
      await choices.nth(roll(await choices.count())).click(quick);
    } else if (seen.targets.length > 0) {
      let { targets } = seen;
      if (seen.double && roll(4) === 0) {
        await page.locator('.hand .ticket.double').first().click(quick);
        targets = (await look(page)).targets;
      }
      const station = targets[roll(Math.max(1, targets.length))];
      if (station === undefined || !(await clickTarget(page, station))) return true;
      const [tickets, extras] = await page.evaluate(() => [
        document.querySelectorAll('[data-ticket]').length,
        document.querySelectorAll('.extras input').length,
      ]);
      if (tickets > 0) await page.locator('[data-ticket]').nth(roll(tickets)).click(quick);
      if (extras > 0 && roll(2) === 0) await page.locator('.extras input').first().check(quick);
      await page.locator('[data-do=confirm]:not([disabled])').click(quick);
    } else if (seen.endTurn) await page.locator('[data-do=end-turn]').click(quick);
    else await page.waitForTimeout(40);
  } catch (error) {
    if (process.env.TELL) console.log(seen.state, seen.targets.length, String(error).split('\n').slice(0, 14).join(' / '));
    // The game moved on under the hand; look again.
    await page.keyboard.press('Escape');
  }
  return true;
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
