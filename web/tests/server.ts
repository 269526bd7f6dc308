// The real server for the tests: its own process, its own folder, quick bots.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, type Page, test as base } from '@playwright/test';

/** Deals, draws and bots are the same in each game of each run, unless a test wants others. */
const SEED = 20_261_116;

export function binary(): string {
  const target = process.env.CARGO_TARGET_DIR ?? join(process.cwd(), '..', 'target');
  const wanted = [process.env.FOGBOUND_BIN, join(target, 'ci', 'fogbound'), join(target, 'release', 'fogbound')];
  const found = wanted.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('build the server first: cargo build --profile ci');
  return found;
}

export interface Server {
  url: string;
  /** Ends it, and removes what it wrote. */
  stop: () => Promise<void>;
}

/** Starts a server, with further arguments of `serve`. */
export async function startServer(more: string[] = [], seed = SEED): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'fogbound-web-'));
  const place = ['--addr', '127.0.0.1:0', '--data', folder];
  const pace = ['--fugitive-pace', '1', '--hunter-pace', '1', '--test-seed', String(seed)];
  const limits = ['--max-tables-each', '100000', '--max-connections-each', '10000', '--max-requests-each', '10000'];
  limits.push('--max-megabytes-each', '255');
  const child = spawn(binary(), ['serve', ...place, ...pace, ...limits, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /http:\/\/[\w.:]+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

/** In tests every game is a first one: nobody is briefed who does not ask for it. All games are at the server, whose deals
 * are known; those in the page have tests of their own. */
async function unbriefed(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(() => {
    // A page without an address keeps nothing.
    if (!location.protocol.startsWith('http')) return;
    if (localStorage.getItem('fogbound') === null)
      localStorage.setItem('fogbound', JSON.stringify({ briefings: false }));
    if (localStorage.getItem('fogbound.solo') === null) localStorage.setItem('fogbound.solo', 'server');
  });
  return context;
}

/** A test with a server of its worker; `baseURL` is its address, and `guest` the page of a second person. */
export const test = base.extend<{ guest: Page }, { server: string }>({
  server: [
    async ({}, use) => {
      const { url, stop } = await startServer();
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      const make = browser.newContext.bind(browser);
      browser.newContext = async (options) => unbriefed(await make(options));
      await use(browser);
      browser.newContext = make;
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server),
  guest: async ({ browser, server }, use) => {
    const context = await browser.newContext({ baseURL: server });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect } from '@playwright/test';
