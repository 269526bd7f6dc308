import { readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** The server that a page under development talks to. */
const server = process.env.FOGBOUND_SERVER ?? 'http://127.0.0.1:7199';

/** Screens that open without the net, besides the start page. */
const OFFLINE = ['RulesPage', 'About', 'GamesPage'];

interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** Writes the service worker with the list of what the start page and the rules need. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle) as unknown as Chunk[];
      const wanted = new Set<string>();
      const add = (fileName: string): void => {
        const chunk = chunks.find((other) => other.fileName === fileName);
        if (!chunk || wanted.has(fileName)) return;
        wanted.add(fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) wanted.add(css);
        chunk.imports?.forEach(add);
      };
      for (const chunk of chunks) {
        if (chunk.isEntry || OFFLINE.includes(chunk.name ?? '') || chunk.fileName.endsWith('.woff2'))
          add(chunk.fileName);
      }
      const files = [...wanted].sort().map((file) => `/${file}`);
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('[/* files */]', JSON.stringify(files)),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    target: 'es2022',
    // Everything comes from files: the pages' policy forbids inline code and data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the start page needs comes as one file, not as one for each screen that shares a part of it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
});
