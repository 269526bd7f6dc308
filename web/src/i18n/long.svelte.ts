// The longer texts, of the rules and the first walk: loaded when they are read.
import en from '../locales/en.long.json';
import { type Language, language, type Values } from './index.svelte';

export type LongKey = keyof typeof en;

type Words = Record<string, string>;

const files: Record<Exclude<Language, 'en'>, () => Promise<{ default: Words }>> = {
  fr: () => import('../locales/fr.long.json'),
  de: () => import('../locales/de.long.json'),
  it: () => import('../locales/it.long.json'),
  nl: () => import('../locales/nl.long.json'),
};

const current = $state<{ language: Language; words: Words }>({ language: 'en', words: en });

/** Brings the words of the screen's language; call it in an effect. */
export function bringLong(): void {
  const wanted = language();
  if (wanted === current.language) return;
  if (wanted === 'en') {
    Object.assign(current, { language: wanted, words: en });
    return;
  }
  files[wanted]()
    .then(({ default: words }) => Object.assign(current, { language: wanted, words }))
    .catch(() => {});
}

export function lt(key: LongKey, values: Values = {}): string {
  const text = current.words[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** The numbered texts under a name: `rules.common.1` and so on. */
export function numbered(name: string): string[] {
  const texts: string[] = [];
  for (let n = 1; `${name}.${n}` in en; n += 1) texts.push(lt(`${name}.${n}` as LongKey));
  return texts;
}
