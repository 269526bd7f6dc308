import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** The server that a page under development talks to. */
const server = process.env.FOGBOUND_SERVER ?? 'http://127.0.0.1:7199';

/** The module of the game and its weights, where they were built: files, by environment. Their names change with what they
 * hold. */
function moduleFiles(): { fileName: string; source: Buffer }[] {
  const { FOGBOUND_MODULE: module, FOGBOUND_WEIGHTS: weights } = process.env;
  if (!module || !weights) return [];
  return [['fogbound.wasm', module] as const, ['weights.bin', weights] as const].map(([name, path]) => {
    const source = readFileSync(path);
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return { fileName: `assets/${name.replace('.', `-${hash}.`)}`, source };
  });
}

const [module, weights] = moduleFiles();

function gameModule(): Plugin {
  return {
    name: 'game-module',
    apply: 'build',
    generateBundle() {
      for (const file of [module, weights]) if (file) this.emitFile({ type: 'asset', ...file });
      if (!module) return;
      // The server has no program for this, and it takes a quarter off the largest file.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
      const source = brotliCompressSync(module.source, { params });
      this.emitFile({ type: 'asset', fileName: `${module.fileName}.br`, source });
    },
  };
}

/** Writes the service worker with the list of all files: with the module the whole game works without the net. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.br'));
      const own = [module, weights].flatMap((file) => (file ? [file.fileName] : []));
      const all = [...new Set([...files, ...own])].sort().map((file) => `/${file}`);
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('[/* files */]', JSON.stringify(all)),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), gameModule(), serviceWorker()],
  define: {
    __MODULE__: JSON.stringify(
      module && weights ? { module: `/${module.fileName}`, weights: `/${weights.fileName}` } : null,
    ),
  },
  worker: { format: 'es' },
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
