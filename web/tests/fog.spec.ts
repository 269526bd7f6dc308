// The fog, measured in pictures: where he can be differs from where he cannot, for every kind of eyes, and all numbers
// can be read.
import type { Browser, Page } from '@playwright/test';

import { contrast, EYES, type Eyes, type Rgb } from './eyes';
import { begin } from './play';
import { expect, test } from './server';

/** Pixels of the picture for one of the screen. */
const SHARP = 3;

interface Seen {
  station: number;
  candidate: boolean;
  fill: Rgb;
  digits: Rgb;
}

/** Lets the server's news name so many stations where he can be. */
async function withPossible(page: Page, many: number): Promise<void> {
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const news = JSON.parse(String(message)) as { scene?: { game?: { assist?: { possible: number[] } } } };
      const assist = news.scene?.game?.assist;
      // Every fourth station, so that they lie all over the board.
      if (assist) assist.possible = Array.from({ length: many }, (_, index) => 2 + 4 * index);
      socket.send(JSON.stringify(news));
    });
  });
}

/** Where the stations are on the screen, but for those on which something stands. */
function stations(page: Page) {
  return page.evaluate(() => {
    const pieces = [...document.querySelectorAll('.piece, .possible')].map((piece) => piece.getBoundingClientRect());
    const view = document.querySelector('.viewport')!.getBoundingClientRect();
    const drawn = Number(document.querySelector('#fb-taxi circle')!.getAttribute('r')) / 0.9;
    return [...document.querySelectorAll<SVGGElement>('.stations [data-station]')].flatMap((group) => {
      const at = group.getScreenCTM()!;
      const radius = drawn * at.a;
      const free = (box: DOMRect) =>
        at.e + radius < box.left || at.e - radius > box.right || at.f + radius < box.top || at.f - radius > box.bottom;
      const inside = at.e > view.left + radius && at.e < view.right - radius && at.f < view.bottom - radius;
      const covered = document.elementFromPoint(at.e, at.f)?.closest('.viewport') === null;
      if (!pieces.every(free) || !inside || covered) return [];
      const candidate = group.classList.contains('candidate');
      if (candidate === group.classList.contains('fogged')) throw new Error('a station is neither or both');
      const plate = group.querySelector('.on-plate') !== null;
      return [{ station: Number(group.dataset.station), candidate, plate, x: at.e, y: at.f, radius }];
    });
  });
}

/** The colour of each station and of its digits, out of a picture of the page. */
async function colours(page: Page, browser: Browser): Promise<Seen[]> {
  const spots = await stations(page);
  const picture = (await page.screenshot({ scale: 'device' })).toString('base64');
  const blank = await browser.newPage();
  const seen = await blank.evaluate(
    async ({ spots, picture, sharp }) => {
      const blob = await (await fetch(`data:image/png;base64,${picture}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const lightness = ([r, g, b]: readonly number[]) => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      const pixels = (x: number, y: number, width: number, height: number): number[][] => {
        const box = [x, y, width, height].map((side) => Math.round(side * sharp)) as [number, number, number, number];
        const { data } = context.getImageData(...box);
        return Array.from({ length: data.length / 4 }, (_, index) => [...data.slice(4 * index, 4 * index + 3)]);
      };
      return spots.map(({ station, candidate, plate, x, y, radius: r }) => {
        // Between the digits and the edge, above; then the digits themselves, above the half that a bus fills.
        const free = plate
          ? pixels(x - 0.3 * r, y - 0.58 * r, 0.6 * r, 0.1 * r)
          : pixels(x - 0.25 * r, y - 0.74 * r, 0.5 * r, 0.1 * r);
        const byLight = (a: number[], b: number[]) => lightness(a) - lightness(b);
        const fill = free.sort(byLight)[Math.floor(free.length / 2)]!;
        const middle = pixels(x - 0.62 * r, y - 0.4 * r, 1.24 * r, 0.7 * r);
        middle.sort((a, b) => Math.abs(lightness(b) - lightness(fill)) - Math.abs(lightness(a) - lightness(fill)));
        const digits = middle[Math.floor(middle.length * 0.03)]!;
        return { station, candidate, fill, digits } as unknown as Seen;
      });
    },
    { spots, picture, sharp: SHARP },
  );
  await blank.close();
  return seen;
}

function extremes(seen: Seen[], eyes: Eyes): { apart: number; digits: number } {
  const can = seen.filter(({ candidate }) => candidate);
  const cannot = seen.filter(({ candidate }) => !candidate);
  expect(can.length).toBeGreaterThan(0);
  expect(cannot.length).toBeGreaterThan(20);
  const apart = can.flatMap((one) => cannot.map((other) => contrast(one.fill, other.fill, eyes)));
  const digits = cannot.map(({ fill, digits }) => contrast(fill, digits, eyes));
  return { apart: Math.min(...apart), digits: Math.min(...digits) };
}

for (const scheme of ['light', 'dark'] as const) {
  for (const [edition, counts] of [
    ['modern', [3, 10, 40]],
    ['holmes', [10]],
    ['compact', [10]],
  ] as const) {
    test(`where he can be is told from where he cannot: ${edition}, ${scheme}`, async ({ browser, server }) => {
      for (const many of counts) {
        const context = await browser.newContext({
          baseURL: server,
          colorScheme: scheme,
          deviceScaleFactor: SHARP,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await withPossible(page, many);
        await begin(page, edition, 'play');
        await expect(page.locator('.candidate')).toHaveCount(many);
        await page.locator('[data-do=fit]').click();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(400);
        const seen = await colours(page, browser);
        for (const eyes of Object.keys(EYES) as Eyes[]) {
          const { apart, digits } = extremes(seen, eyes);
          expect(apart, `${many} candidates, ${eyes}`).toBeGreaterThanOrEqual(3);
          if (eyes === 'usual') expect(digits, `${many} candidates, digits`).toBeGreaterThanOrEqual(4.5);
        }
        await context.close();
      }
    });
  }
}
