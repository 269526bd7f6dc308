// The game as a folder of files, served by a plain file server; and what a page of it does with its Worker.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, type Page, test as base } from '@playwright/test';

import { binary } from './server';

export interface Site {
  url: string;
  /** Where its files are. */
  folder: string;
  /** Ends the file server. */
  stop: () => Promise<void>;
}

/** Writes the site and serves it; `FOGBOUND_SITE` takes a folder that is ready. */
async function startSite(): Promise<Site> {
  const ready = process.env.FOGBOUND_SITE;
  const folder = ready ?? mkdtempSync(join(tmpdir(), 'fogbound-site-'));
  if (ready === undefined) execFileSync(binary(), ['site', folder], { stdio: 'ignore' });
  const child = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', folder, '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /port (\d+)/.exec(text);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    child.on('exit', (code) => reject(new Error(`the file server ended with ${code}`)));
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    url,
    folder,
    stop: async () => {
      child.kill();
      await ended;
      if (ready === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Bots answer at once, nobody is briefed, and what goes wrong in the page fails the test. */
export async function quick(context: BrowserContext): Promise<string[]> {
  await context.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return;
    localStorage.setItem('fogbound.pace', '1');
    if (localStorage.getItem('fogbound') === null)
      localStorage.setItem('fogbound', JSON.stringify({ briefings: false }));
  });
  const wrong: string[] = [];
  context.on('weberror', (error) => wrong.push(error.error().message));
  return wrong;
}

/** A page of the site that has kept all its files, and then no net. */
export const test = base.extend<{ unplugged: Page; ownSite: Site }, { site: string }>({
  site: [
    async ({}, use) => {
      const { url, stop } = await startSite();
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site),
  // One whose files the test may change.
  ownSite: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop();
  },
  unplugged: async ({ browser, site }, use) => {
    const context = await browser.newContext({ baseURL: site, serviceWorkers: 'allow' });
    const wrong = await quick(context);
    const page = await context.newPage();
    await page.goto('/');
    await page.locator('[data-offline]').waitFor();
    await context.setOffline(true);
    await use(page);
    await context.close();
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  },
});

export { expect } from '@playwright/test';
