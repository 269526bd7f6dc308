// The longer texts, of the rules and the first walk: loaded when they are read.
import en from '../locales/en.long.json';
import { filled, type Printed, type Values } from './index.svelte';
import { LazyWords } from './lazy.svelte';

export type LongKey = keyof typeof en;

const words = new LazyWords<LongKey>(en, {
  fr: () => import('../locales/fr.long.json'),
  de: () => import('../locales/de.long.json'),
  it: () => import('../locales/it.long.json'),
  nl: () => import('../locales/nl.long.json'),
});

/** Brings the words of the screen's language; call it in an effect. */
export function bringLong(): Promise<void> {
  return words.bring();
}

export function lt(key: LongKey, values?: Values): string {
  return words.text(key, values);
}

/** Like `lt`, in the words of a printed game. */
export function longPrinted({ words: game }: Printed, key: LongKey, values?: Values): string {
  const own = words.own(`words.${game}.${key}`, values);
  return own === undefined ? lt(key, values) : filled(own, values);
}

/** The same for a key that is put together; `undefined` if there is none. */
export function maybeLong(game: Printed, key: string, values?: Values): string | undefined {
  return words.has(key) ? longPrinted(game, key, values) : undefined;
}

/** The numbered texts under a name: `rules.common.1` and so on. */
export function numbered(game: Printed, name: string): string[] {
  const texts: string[] = [];
  for (let n = 1; words.has(`${name}.${n}`); n += 1) texts.push(longPrinted(game, `${name}.${n}` as LongKey));
  return texts;
}
