// Whether a page stands still while it is played: what was moved without cause.
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What moved, for a person to read. */
    unsteady: string[];
  }
}

/** Watches the parts of the screen from frame to frame until the game is over: none moves by more than a pixel, and
 * the page is never scrolled. */
export async function watchBoxes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const PARTS = ['.bar', '.left', '.middle', '.right', '.bottom', '.tray', '.viewport'];
    const first = new Map<string, number[]>();
    window.unsteady = [];
    const look = (): void => {
      if (document.querySelector('.end') || !document.querySelector('.game')) return;
      if (window.scrollX !== 0 || window.scrollY !== 0) window.unsteady.push(`scrolled by ${scrollX}, ${scrollY}`);
      for (const part of PARTS) {
        const element = document.querySelector(`.game ${part}`);
        if (!element) continue;
        const { x, y, width, height } = element.getBoundingClientRect();
        const now = [x, y, width, height];
        const before = first.get(part) ?? now;
        first.set(part, now);
        if (now.some((side, index) => Math.abs(side - before[index]!) > 1)) {
          window.unsteady.push(`${part}: ${before.map(Math.round).join(' ')} -> ${now.map(Math.round).join(' ')}`);
        }
        if (element.scrollTop !== 0 && part !== '.left') window.unsteady.push(`${part} is scrolled`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

export function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set(window.unsteady)].slice(0, 20));
}
