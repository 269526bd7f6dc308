// The words of what is learned from games: reviews, puzzles, the explorer of starts. Loaded when they are read.
import en from '../locales/en.coach.json';
import { language, type Values } from './index.svelte';
import { LazyWords } from './lazy.svelte';

export type CoachKey = keyof typeof en;

const words = new LazyWords<CoachKey>(en, {
  fr: () => import('../locales/fr.coach.json'),
  de: () => import('../locales/de.coach.json'),
  it: () => import('../locales/it.coach.json'),
  nl: () => import('../locales/nl.coach.json'),
});

/** Brings the words of the screen's language; call it in an effect. */
export function bringCoach(): Promise<void> {
  return words.bring();
}

export function ct(key: CoachKey, values?: Values): string {
  return words.text(key, values);
}

/** A share from 0 to 1 as the language writes percents. */
export function share(of: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(of);
}

/** Points of a hundred, with their sign. */
export function points(of: number): string {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return format.format(Math.round(100 * of));
}

/** A number with at most one digit behind the point. */
export function decimal(of: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(of);
}
