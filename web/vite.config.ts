import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** The server that a page under development talks to. */
const server = process.env.FOGBOUND_SERVER ?? 'http://127.0.0.1:7199';

interface ModuleFile {
  fileName: string;
  source: Buffer;
}

/** A file that was built elsewhere: its path is in the environment. Its name changes with what it holds. */
function fileOf(name: string, path: string | undefined): ModuleFile | undefined {
  if (!path) return undefined;
  const source = readFileSync(path);
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${name.replace('.', `-${hash}.`)}`, source };
}

/** The module of the game, with its weights; the module that reviews games and knows puzzles, and these. */
const { FOGBOUND_MODULE, FOGBOUND_WEIGHTS, FOGBOUND_COACH, FOGBOUND_PUZZLES } = process.env;
const weights = fileOf('weights.bin', FOGBOUND_WEIGHTS);
const module = weights && fileOf('fogbound.wasm', FOGBOUND_MODULE);
const puzzles = module && fileOf('puzzles.txt', FOGBOUND_PUZZLES);
const coach = puzzles && fileOf('coach.wasm', FOGBOUND_COACH);
const own = (files: (ModuleFile | undefined)[]): ModuleFile[] => files.filter((file) => file !== undefined);

function gameModule(): Plugin {
  return {
    name: 'game-module',
    apply: 'build',
    generateBundle() {
      if (!module) return;
      for (const file of own([module, weights, coach, puzzles])) this.emitFile({ type: 'asset', ...file });
      // The server has no program for this, and it takes a quarter off the largest files.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
      for (const { fileName, source } of own([module, coach, puzzles])) {
        const packed = brotliCompressSync(source, { params });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: packed });
      }
    },
  };
}

/** Writes the service worker with the list of the files that the whole game needs without the net. What reviews games, and
 * puzzles, are kept when somebody has first asked for them. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.br'));
      const wanted = module ? own([module, weights]).map(({ fileName }) => fileName) : [];
      const later = new Set(own([coach, puzzles]).map(({ fileName }) => fileName));
      const all = [...new Set([...files, ...wanted])].filter((name) => !later.has(name)).sort();
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('[/* files */]', JSON.stringify(all.map((file) => `/${file}`))),
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
    __COACH__: JSON.stringify(
      coach && puzzles && weights
        ? { module: `/${coach.fileName}`, weights: `/${weights.fileName}`, puzzles: `/${puzzles.fileName}` }
        : null,
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
