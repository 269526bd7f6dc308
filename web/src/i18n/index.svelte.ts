// The words of the screen. One flat file a language; a key may have a form for each plural.
import en from '../locales/en.json';

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;

export const LANGUAGES = ['en', 'fr', 'de', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages in their own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  nl: 'Nederlands',
};

type Words = Record<string, string>;

const files: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => Promise.resolve({ default: en }),
  fr: () => import('../locales/fr.json'),
  de: () => import('../locales/de.json'),
  it: () => import('../locales/it.json'),
  nl: () => import('../locales/nl.json'),
};

const current = $state<{ language: Language; words: Words }>({ language: 'en', words: en });

/** The language of the screen. */
export function language(): Language {
  return current.language;
}

/** Changes the language; the words come first, so that nothing is shown half translated. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    const { default: words } = await files[language]();
    current.words = words;
    current.language = language;
    document.documentElement.lang = language;
  } catch {
    // Without the net the file may be missing: the language stays as it is.
  }
}

/** The first of the browser's languages that we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

/** The text of a key; `{name}` is replaced by a value. With a value `n`, the plural form is taken
 * from `KEY.one` and `KEY` itself. */
export function t(key: Key, values?: Values): string {
  return filled(form(key, values) ?? (en as Words)[key] ?? key, values);
}

/** Like `t`, for a key that is put together; `undefined` if there is none. */
export function maybe(key: string, values?: Values): string | undefined {
  return key in en ? t(key as Key, values) : undefined;
}

/** The printed game whose words are used. Printings of one language differ in some: what differs from the
 * text of a key stands at `words.GAME.KEY`, in the languages where it does. */
export interface Printed {
  words: string;
}

/** Like `t`, in the words of a printed game. */
export function printed({ words }: Printed, key: Key, values?: Values): string {
  const own = form(`words.${words}.${key}`, values);
  return own === undefined ? t(key, values) : filled(own, values);
}

/** Like `maybe`, in the words of a printed game. */
export function maybePrinted(game: Printed, key: string, values?: Values): string | undefined {
  return key in en ? printed(game, key as Key, values) : undefined;
}

/** The text for so many, or for any number. */
function form(key: string, values?: Values): string | undefined {
  return wordsFor(current.words, current.language, key, values);
}

/** The same, among the words of a language. */
export function wordsFor(words: Words, language: Language, key: string, values?: Values): string | undefined {
  const one = typeof values?.n === 'number' && plural(language, values.n) === 'one';
  return (one ? words[`${key}.one`] : undefined) ?? words[key];
}

/** A text with its values. */
export function filled(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all)) : text;
}

function plural(language: Language, n: number): string {
  return new Intl.PluralRules(language).select(n);
}

/** A moment in words, as people of the browser's country write it if they speak the language of the screen. */
export function moment(at: number): string {
  const tag = navigator.languages.find((wanted) => wanted.toLowerCase().startsWith(current.language));
  return new Intl.DateTimeFormat(tag ?? current.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** A list in words: "a, b and c". */
export function list(items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  // As the English of our texts has it: no comma before the last.
  const tag = current.language === 'en' ? 'en-GB' : current.language;
  return new Intl.ListFormat(tag, { type }).format(items);
}

/** So many pounds, as the language writes them. */
export function pounds(n: number): string {
  const format = {
    style: 'currency',
    currency: 'GBP',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  } as const;
  return new Intl.NumberFormat(current.language, format).format(n);
}

/** A share in thousandths, as the language writes percents. */
export function percent(thousandths: number): string {
  const format = new Intl.NumberFormat(current.language, { style: 'percent' });
  return thousandths < 10 ? `< ${format.format(0.01)}` : format.format(thousandths / 1000);
}

/** As it stands inside a sentence: only German writes a noun with a capital there. */
export function inside(noun: string): string {
  return current.language === 'de' ? noun : noun.toLocaleLowerCase(current.language);
}

/** With a capital at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(current.language) + text.slice(1);
}
