// What this browser remembers: nothing of it is secret, and nothing of it leaves the browser.
import type { Assist } from '../protocol/messages';
import { LANGUAGES, type Language, preferredLanguage, setLanguage } from '../i18n/index.svelte';

export type Theme = 'auto' | 'day' | 'night';

interface Kept {
  theme: Theme;
  language: Language | null;
  name: string;
  sound: boolean;
  confirm: boolean;
  hints: boolean;
  level: number;
  assist: Assist;
  /** Whether fog and rain are heard in the background. */
  ambience: boolean;
  /** Whether it was asked once if there shall be sound. */
  soundAsked: boolean;
}

const STORE = 'fogbound';
const usual: Kept = {
  theme: 'auto',
  language: null,
  name: '',
  sound: false,
  confirm: true,
  hints: true,
  level: 3,
  assist: 'set',
  ambience: false,
  soundAsked: false,
};

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return { ...usual, ...(kept as Partial<Kept>) };
  } catch {
    return usual;
  }
}

export const preferences = $state<Kept>(read());

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches });
dark.addEventListener('change', () => (system.dark = dark.matches));

/** Whether the screen is dark now. */
export function isNight(): boolean {
  return preferences.theme === 'night' || (preferences.theme === 'auto' && system.dark);
}

/** Whether things may move. */
export function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Takes the preferences into effect, now and whenever they change. */
export function followPreferences(): void {
  $effect.root(() => {
    $effect(() => {
      const kept = JSON.stringify(preferences);
      try {
        localStorage.setItem(STORE, kept);
      } catch {
        // A browser that keeps nothing plays all the same.
      }
    });
    $effect(() => {
      document.documentElement.dataset.theme = preferences.theme;
    });
  });
}

/** The language to begin with. */
export function firstLanguage(): Promise<void> {
  const chosen = preferences.language;
  const known = chosen !== null && LANGUAGES.includes(chosen);
  return setLanguage(known ? chosen : preferredLanguage(navigator.languages));
}
