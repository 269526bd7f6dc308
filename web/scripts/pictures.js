// Makes the pictures of the edition cards: crops of the boards as the program draws them, by day and by night.
// `npm run pictures` after `cargo build --profile ci`; what it writes is committed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const PROGRAM = process.env.FOGBOUND_BIN ?? path('../../target/ci/fogbound');
const FOLDER = path('../src/home/pictures');
const FONT = path('../node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2');

/** What each edition shows: its board, and the corner of the crop in units of the board. */
const CROPS = {
  modern: ['london', 430, 396],
  classic: ['london-1983', 556, 222],
  beginner: ['london', 112, 312],
  holmes: ['victorian', 488, 168],
  'holmes-original': ['victorian', 430, 444],
  compact: ['compact', 196, 246],
  study: ['london-1983', 500, -4],
};
/** A crop in units of the board, and how many pixels a unit has. */
const [WIDTH, HEIGHT, SCALE] = [250, 150, 1.44];
const QUALITY = 0.34;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless', '--disable-gpu'],
});
const page = await browser.newPage({
  viewport: { width: WIDTH * SCALE, height: HEIGHT * SCALE },
});
mkdirSync(FOLDER, { recursive: true });
const font = readFileSync(FONT).toString('base64');
for (const [edition, [board, x, y]] of Object.entries(CROPS)) {
  for (const theme of ['day', 'night']) {
    const drawing = execFileSync(PROGRAM, ['board', board, '--svg', '--theme', theme], { encoding: 'utf8' });
    const crop = drawing.replace(/viewBox="[^"]*"/, `viewBox="${x} ${y} ${WIDTH} ${HEIGHT}"`);
    await page.setContent(
      `<style>@font-face{font-family:'Barlow Condensed';font-weight:700;src:url(data:font/woff2;base64,${font})}` +
        `body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${crop}`,
    );
    await page.evaluate(() => document.fonts.ready);
    const shot = (await page.screenshot({ type: 'png' })).toString('base64');
    const small = await page.evaluate(smaller, [shot, QUALITY]);
    const file = `${FOLDER}/${edition}-${theme}.webp`;
    const bytes = Buffer.from(small, 'base64');
    writeFileSync(file, bytes);
    console.log(`${edition}-${theme}.webp: ${bytes.length} bytes`);
  }
}
await browser.close();

/** In the page: a picture as WebP. */
async function smaller([png, quality]) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}
