// Every language has every text, with the same values in it, and no text is left over.
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

type Words = Record<string, string>;

const LANGUAGES = ['fr', 'de', 'it', 'nl'];
const whole = (name: string): Words => JSON.parse(readFileSync(`src/locales/${name}.json`, 'utf8')) as Words;
/** Words of one printed game, where they are others than those of the rest: `words.GAME.KEY`. */
const PRINTED = /^words\.(modern|classic|holmes|compact)\.(.+)$/;
const read = (name: string): Words =>
  Object.fromEntries(Object.entries(whole(name)).filter(([key]) => !key.startsWith('words.')));
const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
}

/** The texts of the start, the long ones, and those of what is learned from games. */
const KINDS = ['', '.long', '.coach'];
const all = (language: string, how: (name: string) => Words): Words =>
  Object.assign({}, ...KINDS.map((kind) => how(`${language}${kind}`))) as Words;

for (const kind of KINDS) {
  for (const language of LANGUAGES) {
    test(`${language}${kind} has the same texts as English`, () => {
      const [en, other] = [read(`en${kind}`), read(`${language}${kind}`)];
      expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(en)) {
        expect(values(other[key] ?? ''), key).toEqual(values(text));
        expect(other[key]?.trim(), key).not.toBe('');
      }
    });
  }
}

test('words of one printed game stand for a text of all, with the same values, and are asked for as such', () => {
  const code = sources('src');
  let found = 0;
  for (const name of ['en', ...LANGUAGES].flatMap((language) => KINDS.map((kind) => language + kind))) {
    const texts = whole(name);
    for (const [key, text] of Object.entries(texts).filter(([key]) => key.startsWith('words.'))) {
      const [, , of = ''] = PRINTED.exec(key) ?? [];
      expect(texts[of], key).toBeDefined();
      expect(values(text), key).toEqual(values(texts[of] ?? ''));
      expect(text, key).not.toBe(texts[of]);
      expect(code, key).not.toMatch(new RegExp(`\\b(?:t|lt|ct|maybe)\\(\\s*'${of.replace(/\.one$/, '')}'`));
      found += 1;
    }
  }
  expect(found).toBeGreaterThan(15);
});

test('every text that the code names is there', () => {
  const code = sources('src');
  const named = [...code.matchAll(/\b(?:(?:t|lt|ct|maybe)\(|(?:printed|longPrinted)\([\w.]+,)\s*'([^']+)'/g)].map(
    ([, key]) => key,
  );
  const there = all('en', read);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((key) => key !== undefined && !(key in there))).toEqual([]);
});

test('every text is used', () => {
  const code = sources('src');
  // Keys that are put together: `name.${x}` in the code stands for all that begin with `name.`.
  const patterns = [...code.matchAll(/`([a-z_.-]*)\$\{[^}]*\}([a-z_.-]*)(?:\$\{[^}]*\})?`/g)].map(
    ([, before = '', after = '']) => ({ before, after }),
  );
  const used = (key: string): boolean => {
    const plain = key.replace(/\.one$/, '');
    if (code.includes(`'${plain}'`) || code.includes(`"${plain}"`)) return true;
    return patterns.some(({ before, after }) =>
      before.includes('.') || before === 'told.by_'
        ? before.length > 2 && plain.startsWith(before) && plain.includes(after)
        : false,
    );
  };
  const unused = Object.keys(all('en', read)).filter((key) => !used(key) && !key.startsWith('rules.'));
  expect(unused).toEqual([]);
});

test('texts are set as their language sets them', () => {
  // Thousands of texts: they are looked at together, as each look on its own takes its time.
  const wrong: string[] = [];
  for (const language of ['en', ...LANGUAGES]) {
    for (const [key, text] of Object.entries(all(language, whole))) {
      // A form for one is for none too, in French.
      const number = key.endsWith('.one') && /\d/.test(text);
      const marks = language === 'fr' && /(^|[^\u202f])[;?!]|(^|[^\u00a0])[:%£»]/.test(text);
      if (number || marks || text.includes("'")) wrong.push(`${language} ${key}: ${text}`);
    }
  }
  expect(wrong).toEqual([]);
});
