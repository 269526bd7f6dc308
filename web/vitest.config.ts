import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Tests of the parts that need no browser; they lie beside what they test.
export default defineConfig({
  plugins: [svelte()],
  define: { __MODULE__: 'null' },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
