// The longer texts, of the rules and the first walk: loaded when they are read.
import en from '../locales/en.long.json';
import { filled, type Language, language, type Printed, type Values } from './index.svelte';

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
export async function bringLong(): Promise<void> {
  const wanted = language();
  if (wanted === current.language) return;
  try {
    const words: Words = wanted === 'en' ? en : (await files[wanted]()).default;
    Object.assign(current, { language: wanted, words });
  } catch {
    // Without the net the file may be missing: the language stays as it is.
  }
}

export function lt(key: LongKey, values?: Values): string {
  return filled(current.words[key] ?? en[key], values);
}

/** Like `lt`, in the words of a printed game. */
export function longPrinted({ words }: Printed, key: LongKey, values?: Values): string {
  const own = current.words[`words.${words}.${key}`];
  return own === undefined ? lt(key, values) : filled(own, values);
}

/** The same for a key that is put together; `undefined` if there is none. */
export function maybeLong(game: Printed, key: string, values?: Values): string | undefined {
  return key in en ? longPrinted(game, key as LongKey, values) : undefined;
}

/** The numbered texts under a name: `rules.common.1` and so on. */
export function numbered(game: Printed, name: string): string[] {
  const texts: string[] = [];
  for (let n = 1; `${name}.${n}` in en; n += 1) texts.push(longPrinted(game, `${name}.${n}` as LongKey));
  return texts;
}
