// What this browser remembers: nothing of it is secret, and nothing of it leaves the browser.
import type { Assist } from '../protocol/messages';
import { LANGUAGES, type Language, preferredLanguage, setLanguage } from '../i18n/index.svelte';

export type Theme = 'auto' | 'day' | 'night';

/** When a move is played: at the first tap on its station, at the second, or only by the button for it. */
export type Taps = 'first' | 'second' | 'ask';

interface Kept {
  theme: Theme;
  language: Language | null;
  name: string;
  sound: boolean;
  taps: Taps;
  hints: boolean;
  /** Whether a first game is preceded by a briefing. */
  briefings: boolean;
  /** The briefings that were shown, the last one first. */
  briefed: string[];
  level: number;
  assist: Assist;
  /** The edition that was played last; none at first. */
  edition: string | null;
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
  taps: 'second',
  hints: true,
  briefings: true,
  briefed: [],
  level: 3,
  assist: 'set',
  edition: null,
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

/** Briefings that are remembered: a host may have editions of its own. */
const MOST_BRIEFED = 60;

/** Notes that a briefing was shown. */
export function noteBriefed(name: string): void {
  const others = preferences.briefed.filter((other) => other !== name);
  preferences.briefed = [name, ...others].slice(0, MOST_BRIEFED);
}

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
