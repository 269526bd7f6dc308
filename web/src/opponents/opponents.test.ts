import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '../i18n/index.svelte';
import { opponent, opponents } from './opponents';

describe('the opponents', () => {
  it('are eight, in the order of their strength', () => {
    expect(opponents.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(opponents.map(({ level }) => opponent(level))).toEqual(opponents);
  });

  it('have names and faces of their own', () => {
    expect(new Set(opponents.map(({ name }) => name)).size).toBe(8);
    expect(new Set(opponents.map(({ ground }) => ground)).size).toBe(8);
    const outlines = opponents.map(({ face }) => face.map(({ d }) => d).join());
    expect(new Set(outlines).size).toBe(8);
    for (const { face } of opponents) for (const { d } of face) expect(d).toMatch(/^M[-\dA-Za-z. ]+$/);
  });

  it('have a line in every language, each another', () => {
    for (const language of LANGUAGES) {
      const path = new URL(`../locales/${language}.json`, import.meta.url);
      const words = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
      expect(new Set(opponents.map(({ level }) => words[`opponent.${level}`])).size).toBe(8);
      expect(words['opponent.1']).toBeDefined();
    }
  });

  it('have somebody for a level that the client does not know', () => {
    expect(opponent(99).level).toBe(8);
    expect(opponent(0).level).toBe(1);
  });
});
