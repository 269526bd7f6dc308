// Words that are loaded when they are first read: in English with the code that shows them, in another language as a file.
import { filled, type Language, language, type Values, wordsFor } from './index.svelte';

type Words = Record<string, string>;
type Files = Record<Exclude<Language, 'en'>, () => Promise<{ default: Words }>>;

export class LazyWords<Key extends string> {
  readonly #en: Words;
  readonly #files: Files;
  #current = $state.raw<{ language: Language; words: Words }>({ language: 'en', words: {} });

  constructor(en: Record<Key, string>, files: Files) {
    this.#en = en;
    this.#files = files;
  }

  /** Brings the words of the screen's language; call it in an effect. */
  async bring(): Promise<void> {
    const wanted = language();
    if (wanted === this.#current.language) return;
    try {
      const words = wanted === 'en' ? {} : (await this.#files[wanted]()).default;
      this.#current = { language: wanted, words };
    } catch {
      // Without the net the file may be missing: the language stays as it is.
    }
  }

  /** The text of a key, in its form for `n` if there is one; `undefined` if the language has none of its own. */
  own(key: string, values?: Values): string | undefined {
    const { language, words } = this.#current;
    return wordsFor(language === 'en' ? this.#en : words, language, key, values);
  }

  has(key: string): key is Key {
    return key in this.#en;
  }

  text(key: Key, values?: Values): string {
    return filled(this.own(key, values) ?? this.#en[key] ?? key, values);
  }
}
