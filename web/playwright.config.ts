import { existsSync } from 'node:fs';

import { defineConfig } from '@playwright/test';

// The system's Chromium: without the windows and bars around the page where it is there so, which takes a fifth less.
const shell = '/usr/bin/chromium-headless-shell';
const browser = existsSync(shell) ? shell : '/usr/bin/chromium';

// The server is the real one, started by the tests themselves.
export default defineConfig({
  testDir: 'tests',
  // It takes another build: `npm run test:plain`.
  testIgnore: 'plainBuild.spec.ts',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? browser,
      args: [
        '--no-sandbox',
        '--headless',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Each would keep the start page's files anew; where what is kept matters, the test allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  },
});
