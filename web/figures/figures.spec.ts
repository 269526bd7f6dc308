// Figures for docs/performance.md: times depend on the machine, so nothing fails by them.
// `npm run figures`, when nothing else runs.
import { execFileSync } from 'node:child_process';

import type { Page } from '@playwright/test';

import { begin } from '../tests/play';
import { binary, test } from '../tests/server';

test('the start page is usable soon with a processor four times slower', async ({ browser, server }) => {
  // A new visitor each time.
  const seen: { paint: number; usable: number }[] = [];
  for (let visit = 0; visit < 9; visit += 1) {
    const context = await browser.newContext({ baseURL: server, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // Usable is when the button is there and the frame after it was painted.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[data-do=play]:not([disabled])'))
          requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/');
    // A look into the page takes its time as well, so there is none before the end.
    await page.waitForTimeout(2500);
    seen.push(
      await page.evaluate(() => ({
        usable: performance.getEntriesByName('usable')[0]!.startTime,
        paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      })),
    );
    await context.close();
  }
  for (const what of ['paint', 'usable'] as const) {
    const times = seen.map((visit) => visit[what]).sort((a, b) => a - b);
    const [best, middle, worst] = [times[0]!, times[4]!, times[8]!].map((time) => time.toFixed(0));
    console.log(
      `${what}: best ${best} ms, middle ${middle} ms, worst ${worst} ms of 9 visits, processor slowed 4 times`,
    );
  }
});

for (const [fog, reducedMotion] of [
  ['still', 'reduce'],
  ['drifting', 'no-preference'],
] as const) {
  test(`panning is smooth with a processor four times slower, ${fog} fog`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server, reducedMotion });
    const page = await context.newPage();
    await begin(page, 'modern', 'play');
    await page.locator('[data-target]').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const box = (await page.locator('.viewport').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -240);
    await page.waitForTimeout(800);
    const measured = page.evaluate(
      () =>
        new Promise<{ frames: number; long: number; worst: number }>((resolve) => {
          const spans: number[] = [];
          let last = performance.now();
          const begun = last;
          const step = (now: number) => {
            spans.push(now - last);
            last = now;
            if (now - begun < 3000) requestAnimationFrame(step);
            else
              resolve({
                frames: spans.length,
                long: spans.filter((span) => span > 50).length,
                worst: Math.max(...spans),
              });
          };
          requestAnimationFrame(step);
        }),
    );
    await page.mouse.down();
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.move(x + 160 * Math.sin(step / 9), y + 110 * Math.cos(step / 11));
      await page.waitForTimeout(12);
    }
    await page.mouse.up();
    const { frames, long, worst } = await measured;
    console.log(`panning, ${fog} fog: ${frames} frames, ${long} over 50 ms, longest ${worst.toFixed(0)} ms`);
    await context.close();
  });
}

/** The module in a page: what its calls are answered, and how long that takes there. */
async function measureModule(page: Page): Promise<{ rate: number; bytes: number; module: string; moves: number[] }> {
  return page.evaluate(async () => {
    const list = await (await fetch('/sw.js')).text();
    const address = (kind: string): string => new RegExp(`/assets/[^"]+\\.${kind}`).exec(list)![0];
    const file = await (await fetch(address('wasm'))).arrayBuffer();
    const weights = new Uint8Array(await (await fetch(address('bin'))).arrayBuffer());
    const { instance } = await WebAssembly.instantiate(file, {});
    const {
      memory,
      room,
      call,
      answer,
      weights: take,
    } = instance.exports as unknown as {
      memory: WebAssembly.Memory;
      room: (length: number) => number;
      call: () => number;
      answer: () => number;
      weights: () => number;
    };
    const write = (bytes: Uint8Array): void => {
      const at = room(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    };
    const ask = (question: object): string => {
      write(new TextEncoder().encode(JSON.stringify(question)));
      const length = call();
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
      return (JSON.parse(text) as { body: string }).body;
    };
    write(weights);
    if (take() === 0) throw new Error('the weights are not whole');
    let rate = 0;
    for (let pass = 0; pass < 12; pass += 1) {
      const begun = performance.now();
      ask({ call: 'nodes', nodes: 20_000 });
      rate = Math.max(rate, (20_000 * 1000) / (performance.now() - begun));
    }
    // Two bots of level 3 play each other: how long each thinks, without the pause before its answer.
    const answers = (question: object): Answer => {
      write(new TextEncoder().encode(JSON.stringify(question)));
      const length = call();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length))) as Answer;
    };
    interface Answer {
      table?: string;
      keep?: unknown;
      next?: 'think' | { wait: number };
    }
    answers({ call: 'begin', entropy: '07'.repeat(32), pace: 1 });
    const seats = ['fugitive', 'd1', 'd2', 'd3', 'd4'].map((seat) => ({ seat, who: { bot: 3 } }));
    const wanted = { settings: { edition: 'modern', detectives: 4 }, name: 'A', seats, start: true };
    let now = 1;
    const made = answers({ call: 'make', text: JSON.stringify(wanted), now });
    let told = answers({ call: 'stored', table: made.table, now });
    const moves: number[] = [];
    for (let thought = 0; moves.length < 60 && told.next !== undefined;) {
      now += told.next === 'think' ? 1 : told.next.wait;
      const begun = performance.now();
      told = answers({ call: 'drive', table: made.table, nodes: 64, now });
      thought += performance.now() - begun;
      if (told.keep === undefined) continue;
      moves.push(thought);
      thought = 0;
      told = answers({ call: 'stored', table: made.table, now });
    }
    return { rate, bytes: file.byteLength, module: address('wasm'), moves };
  });
}

test('the engine in the page, beside the native one', async ({ page }) => {
  await page.goto('/');
  const native = JSON.parse(execFileSync(binary(), ['bench', '--json', '--seconds', '2']).toString()) as {
    search_nodes_per_s: number;
  };
  const { rate, bytes, module } = await measureModule(page);
  const share = (100 * rate) / native.search_nodes_per_s;
  console.log(
    `search: ${rate.toFixed(0)} nodes a second in the page, ${native.search_nodes_per_s.toFixed(0)} native: ${share.toFixed(0)} %`,
  );
  const coded = await page.request.get(module, { headers: { 'accept-encoding': 'br' } });
  const brotli = Number(coded.headers()['content-length']);
  console.log(`module: ${(bytes / 1000).toFixed(0)} kB, ${(brotli / 1000).toFixed(0)} kB with Brotli`);
});

test('a move of a bot of level 3 in the page, with a processor four times slower', async ({ page, context }) => {
  await page.goto('/');
  const session = await context.newCDPSession(page);
  // The module is on the thread of the page here, as a Worker is not slowed.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const moves = (await measureModule(page)).moves.sort((a, b) => a - b);
  const [middle, worst] = [moves[moves.length >> 1]!, moves.at(-1)!].map((time) => time.toFixed(0));
  console.log(`level 3: middle ${middle} ms, longest ${worst} ms of ${moves.length} decisions, slowed 4 times`);
});

/** When the button was pressed and the first turn was shown, and from when to when the Worker worked. */
interface Seen {
  pressed: number;
  shown: number;
  worked: [number, number][];
}

/** From the button to the first turn, if the Worker too took four times as long: what it began before is done later, and what
 * it does after that takes so much more. */
function slowed({ pressed, shown, worked }: Seen): number {
  let done = 0;
  let more = 0;
  for (const [from, to] of worked.filter(([from]) => from < shown)) {
    if (from < pressed) done = Math.max(done, from) + 4 * (to - from);
    else more += 3 * (to - from);
  }
  return shown - pressed + Math.max(0, done - pressed) + more;
}

test('"Play now" on this device with a processor four times slower', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('fogbound.solo', 'here'));
  await page.locator('[data-offline]').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Of the page the clock tells. A Worker is not slowed with it: each time that it was asked and had not answered is kept.
  await page.addInitScript(() => {
    const Real = Worker;
    const seen: Seen = { pressed: 0, shown: 0, worked: [] };
    let asked = 0;
    Object.assign(window, { seen });
    window.Worker = class extends Real {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', () => {
          if (asked > 0) seen.worked.push([asked, performance.now()]);
          asked = 0;
        });
      }
      override postMessage(message: unknown): void {
        asked ||= performance.now();
        super.postMessage(message);
      }
    };
    addEventListener('click', () => (seen.pressed = performance.now()), { capture: true, once: true });
    const look = (): void => {
      // The frame with the stations has been painted when the next one begins.
      if (document.querySelector('[data-target]')) requestAnimationFrame(() => (seen.shown = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // The button itself, after which a bot hides first; and that for who hides, whose turn it is at once.
  for (const [button, when, rest] of [
    ['play', 'a second after the page is there', 1000],
    ['play', 'as soon as it can be pressed', 0],
    ['hide', 'a second after the page is there', 1000],
    ['hide', 'as soon as it can be pressed', 0],
  ] as const) {
    const times: number[] = [];
    for (let game = 0; game < 9; game += 1) {
      await page.goto('/');
      await page.locator(`[data-do=${button}]`).waitFor();
      await page.waitForTimeout(rest);
      await page.locator(`[data-do=${button}]`).click();
      await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.shown > 0);
      times.push(slowed(await page.evaluate(() => (window as unknown as { seen: Seen }).seen)));
    }
    times.sort((a, b) => a - b);
    const [best, middle, worst] = [times[0]!, times[4]!, times[8]!].map((time) => time.toFixed(0));
    console.log(`${button}, ${when}: best ${best} ms, middle ${middle} ms, worst ${worst} ms of 9, slowed 4 times`);
  }
  await context.close();
});
