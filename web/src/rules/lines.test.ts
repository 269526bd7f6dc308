// Each rule that ends a game or refuses a decision has its line, in every edition where it holds.
import { readFileSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { LANGUAGES, setLanguage } from '../i18n/index.svelte';
import { bringLong } from '../i18n/long.svelte';
import editions from '../protocol/editions.json';
import told from './lines.json';
import { ruleLines } from './lines';

const RULES = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');

/** The rules of section 10, each with the editions in which it holds. */
const needed = [...RULES.slice(RULES.indexOf('## 10.')).matchAll(/^\| ([\d.]+) \| (.+) \| (.+) \|$/gm)].map(
  ([, rule = '', what = '', where = '']) => ({
    rule,
    what,
    editions:
      where === 'every edition' ? editions.map(({ id }) => id) : [...where.matchAll(/`([\w-]+)`/g)].map(([, id]) => id),
  }),
);

describe.each(LANGUAGES)('the rules in short, %s', (language) => {
  beforeEach(async () => {
    await setLanguage(language);
    await bringLong();
  });

  it.each(editions)('tell of $id what ends a game and what is refused', (edition) => {
    const lines = [...ruleLines(edition, 'common'), ...ruleLines(edition, edition.id)];
    const rules = lines.flatMap((line) => line.rules);
    const missing = needed.filter((row) => row.editions.includes(edition.id) && !rules.includes(row.rule));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(told))('have a text for each line of %s', (name, numbers) => {
    const lines = ruleLines({ words: 'modern' }, name);
    expect(lines).toHaveLength(numbers.length);
    expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
  });
});

describe('the rules that lines tell', () => {
  it('are rules', () => {
    const numbers = Object.values(told).flatMap((lines) => lines.flatMap((line) => line.split(' ')));
    const unknown = numbers.filter(
      (rule) => rule !== '' && !RULES.includes(`- **${rule}**`) && !RULES.includes(`\n| ${rule} | `),
    );
    expect(unknown).toEqual([]);
  });

  it('are looked for: the list is long, and names editions that there are', () => {
    expect(needed.length).toBeGreaterThan(30);
    const ids = editions.map(({ id }) => id);
    expect(needed.filter((row) => row.editions.length === 0 || row.editions.some((id) => !ids.includes(id!)))).toEqual(
      [],
    );
  });
});
