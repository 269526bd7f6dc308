// The board itself: what lies on it can be told from it.
import type { Page } from '@playwright/test';

import type { Scene } from '../src/protocol/types';
import { begin, moveToFirst, painted } from './play';
import { expect, test } from './server';

/** To each station of his lead two tickets, and none is proposed. */
function severalTickets(page: Page): Promise<void> {
  return page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { scene?: Scene };
      const game = message.scene?.game;
      if (game) {
        game.actions = game.actions.flatMap((action) =>
          action.kind === 'move' && action.ticket === 'black'
            ? [
                { ...action, ticket: 'bus' as const },
                { ...action, ticket: 'underground' as const },
              ]
            : [action],
        );
      }
      socket.send(JSON.stringify(message));
    });
    socket.onMessage((frame) => server.send(frame));
  });
}

/** How the board lies on the screen now. */
async function camera(page: Page): Promise<{ x: number; y: number; k: number }> {
  await painted(page);
  return page.locator('.world').evaluate((world) => {
    const { e: x, f: y, a: k } = new DOMMatrix(getComputedStyle(world).transform);
    return { x, y, k };
  });
}

test('the ring of a station that can be chosen lies outside of its name-plate', async ({ page }) => {
  await begin(page, 'compact', 'play');
  await page.locator('[data-target]').first().waitFor();
  await page.locator('.world.drawn').waitFor();
  const widths = await page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect();
    const drawn = [...document.querySelectorAll('.stations use')].map(box);
    return [...document.querySelectorAll('[data-target] .ring')].map(box).map((ring) => {
      const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2];
      const away = ({ x: left, y: top, width, height }: DOMRect) =>
        Math.hypot(left + width / 2 - x, top + height / 2 - y);
      const station = drawn.reduce((best, other) => (away(other) < away(best) ? other : best));
      return { ring: ring.width, station: station.width };
    });
  });
  expect(widths.length).toBeGreaterThan(5);
  for (const { ring, station } of widths) expect(ring).toBeGreaterThan(station);
});

test('who has chosen the whole board keeps it, also when a station at its edge is in reach', async ({ page }) => {
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { scene?: Scene };
      // Station 4 is in the first row.
      message.scene?.game?.actions.push({ kind: 'hunt', hunter: 'd2', ticket: 'taxi', to: 4 });
      socket.send(JSON.stringify(message));
    });
    socket.onMessage((frame) => server.send(frame));
  });
  await begin(page, 'holmes', 'play');
  await page.locator('[data-target]').first().waitFor();
  await page.locator('[data-do=fit]').click();
  const whole = await camera(page);
  await page.locator('.left [data-hunter=d2] .seat').click();
  await page.locator('[data-target="4"]').waitFor();
  expect(await camera(page)).toEqual(whole);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a turn begins near one’s own piece, also after a look at the whole board', async ({ page }) => {
    await begin(page, 'holmes', 'hide');
    await page.locator('[data-target]').first().waitFor();
    await moveToFirst(page);
    await page.locator('.game[data-mine=true] .hand .ticket-taxi').waitFor();
    const near = await camera(page);
    await page.locator('[data-do=fit]').click();
    const whole = await camera(page);
    expect(whole.k).toBeLessThan(near.k * 0.6);
    await moveToFirst(page);
    await page.locator('[data-slot="1"] .stub:not(.empty)').waitFor();
    await page.locator('.game[data-mine=true] .hand .ticket-taxi').waitFor();
    const next = await camera(page);
    expect(next.k).toBeGreaterThan(whole.k * 1.5);
    const piece = (await page.locator('[data-piece=fugitive]').boundingBox())!;
    expect(piece.x).toBeGreaterThan(0);
    expect(piece.x + piece.width).toBeLessThan(390);
  });

  test('a chooser is inside of the screen from its first moment, wherever the keys go', async ({ page, context }) => {
    await severalTickets(page);
    await begin(page, 'modern', 'hide');
    await page.locator('[data-target]').first().waitFor();
    // A slow processor leaves time between a key and the next frame.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const look = () =>
      page.evaluate(() => {
        const board = document.querySelector('.viewport')!;
        const frame = board.getBoundingClientRect();
        const boxes = [...document.querySelectorAll('.chooser')].map((chooser) => chooser.getBoundingClientRect());
        const outside = boxes.filter(
          ({ left, right, top, bottom }) =>
            left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom,
        );
        return { choosers: boxes.length, outside, scrolled: [board.scrollLeft, board.scrollTop] };
      });
    const targets = page.locator('[data-target]');
    const board = page.locator('.viewport');
    await board.press('+');
    let choosers = 0;
    for (let number = 0; number < (await targets.count()); number++) {
      // From afar: the keys go to a station that is out of sight, on either side.
      for (const side of ['ArrowLeft', 'ArrowRight']) {
        for (let step = 0; step < 12; step++) await board.press(side);
        await targets.nth(number).focus();
        await page.keyboard.press('Enter');
        const first = await look();
        expect(first).toMatchObject({ outside: [], scrolled: [0, 0] });
        choosers += first.choosers;
        await page.keyboard.press('Escape');
      }
    }
    expect(choosers).toBeGreaterThan(1);
  });
});

test.describe('on a phone that lies', () => {
  test.use({ viewport: { width: 667, height: 375 } });

  test('every ticket of the chooser can be reached', async ({ page }) => {
    await severalTickets(page);
    await begin(page, 'modern', 'hide');
    const targets = page.locator('[data-target]');
    await targets.first().waitFor();
    const covered: string[] = [];
    let tickets = 0;
    for (let number = 0; number < (await targets.count()); number++) {
      await targets.nth(number).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-do=back]').waitFor();
      await painted(page);
      const found = await page.locator('.chooser [data-ticket]').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, top, right, bottom } = button.getBoundingClientRect();
          const corners = [
            [left + 3, top + 3],
            [right - 3, top + 3],
            [left + 3, bottom - 3],
            [right - 3, bottom - 3],
          ] as const;
          return corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y))) ? '' : button.outerHTML;
        }),
      );
      tickets += found.length;
      covered.push(...found.filter((text) => text !== ''));
      await page.locator('[data-do=back]').click();
    }
    expect(tickets).toBeGreaterThan(1);
    expect(covered).toEqual([]);
  });
});
