// The board itself: what lies on it can be told from it.
import { begin } from './play';
import { expect, test } from './server';

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

test.describe('on a phone that lies', () => {
  test.use({ viewport: { width: 667, height: 375 } });

  test('every ticket of the chooser can be reached', async ({ page }) => {
    await begin(page, 'modern', 'hide');
    const targets = page.locator('[data-target]');
    await targets.first().waitFor();
    const covered: string[] = [];
    let tickets = 0;
    for (let number = 0; number < (await targets.count()); number++) {
      await targets.nth(number).focus();
      await page.waitForTimeout(500);
      await page.keyboard.press('Enter');
      await page.locator('[data-do=back]').waitFor();
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
