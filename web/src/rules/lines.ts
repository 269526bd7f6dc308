// The rules in short, line by line; each knows which rules it tells, by their numbers in `docs/rules.md`.
import type { Printed } from '../i18n/index.svelte';
import { numbered } from '../i18n/long.svelte';
import told from './lines.json';

export interface RuleLine {
  text: string;
  /** The numbers of the rules that it tells. */
  rules: string[];
}

/** The lines of an edition, or those of all. */
export function ruleLines(game: Printed, name: string): RuleLine[] {
  const numbers = (told as Record<string, string[]>)[name] ?? [];
  return numbered(game, `rules.${name}`).map((text, index) => ({
    text,
    rules: (numbers[index] ?? '').split(' ').filter((rule) => rule !== ''),
  }));
}
