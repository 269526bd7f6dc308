import { describe, expect, it } from 'vitest';

import { placeCard } from './cardPlace';

const SCREEN = { width: 390, height: 600 };
const FREE = { above: 0, below: 0 };
const PHONE = { above: 62, below: 78 };

describe('the place of a card', () => {
  it('is above a station in the lower part, and ends at the gap', () => {
    const place = placeCard({ x: 195, y: 400 }, 20, 100, SCREEN, FREE);
    expect(place).toMatchObject({ align: 'end', top: 4, bottom: 600 - 380 });
  });

  it('is below a station in the upper part', () => {
    const place = placeCard({ x: 195, y: 100 }, 20, 100, SCREEN, FREE);
    expect(place).toMatchObject({ align: 'start', top: 120, bottom: 4 });
  });

  it('is on the other side if there is no room on the better one', () => {
    expect(placeCard({ x: 195, y: 300 }, 20, 277, SCREEN, PHONE).align).toBe('end');
    const place = placeCard({ x: 195, y: 260 }, 20, 230, SCREEN, PHONE);
    expect(place).toMatchObject({ align: 'start', top: 280 });
  });

  it('is the whole free screen if there is room on neither side', () => {
    const place = placeCard({ x: 195, y: 300 }, 20, 400, SCREEN, PHONE);
    expect(place).toMatchObject({ top: 66, bottom: 82, align: 'end' });
  });

  it('covers the controls only if the card fits nowhere else', () => {
    const place = placeCard({ x: 195, y: 300 }, 20, 500, SCREEN, PHONE);
    expect(place).toMatchObject({ top: 4, bottom: 4 });
  });

  it('has the free room on both sides in the proportion in which the station lies', () => {
    const share = (x: number) => placeCard({ x, y: 400 }, 20, 100, SCREEN, FREE).share;
    expect(share(8)).toBe(0);
    expect(share(195)).toBe(0.5);
    expect(share(382)).toBe(1);
  });

  it('stays within the screen for every station, in sight or not', () => {
    const outside: string[] = [];
    for (let x = -300; x <= 700; x += 50) {
      for (let y = -300; y <= 900; y += 50) {
        for (const height of [0, 90, 300, 590, 900]) {
          const { top, bottom, left, right, share } = placeCard({ x, y }, 20, height, SCREEN, PHONE);
          const inside = Math.min(top, bottom, left, right) >= 0 && top + bottom <= SCREEN.height;
          if (!inside || share < 0 || share > 1) outside.push(`${x} ${y} ${height}`);
        }
      }
    }
    expect(outside).toEqual([]);
  });
});
