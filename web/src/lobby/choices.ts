// The options of an edition as they are being agreed: pure functions.
import type { EditionSummary, OptionSummary, Settings } from '../protocol/messages';

/** The option of which a table proposes the value itself, until somebody decides about it (rule 6.2.8). */
export const PROPOSED = 'pooled';

/** What was decided, by the key of the option. */
export type Values = Record<string, string>;

export function agreedValues({ options }: Settings): Values {
  return Object.fromEntries(options.map((option) => option.split('=', 2) as [string, string]));
}

/** What an edition has if nothing else is agreed: nothing is decided where a table proposes. */
export function usualValues({ options }: EditionSummary): Values {
  const decided = options.filter(({ key }) => key !== PROPOSED);
  return Object.fromEntries(decided.map(({ key, default: value }) => [key, String(value)]));
}

/** The options that so many detectives can agree on. */
export function fitting({ options }: EditionSummary, detectives: number): OptionSummary[] {
  return options.filter((option) => option.detectives.includes(detectives));
}

/** What is sent: every option that was decided, and can be. */
export function optionLines(summary: EditionSummary, detectives: number, values: Values): string[] {
  return fitting(summary, detectives).flatMap(({ key }) => {
    const value = values[key];
    return value === undefined ? [] : [`${key}=${value}`];
  });
}

/** A number of detectives that an edition allows: the wanted one if it can be. */
export function allowedDetectives({ detectives, usual }: EditionSummary, wanted: number): number {
  return detectives.includes(wanted) ? wanted : usual;
}

/** The choices of an option, and what it is now if that is none of them. */
export function choicesOf({ choices }: OptionSummary, value: string): string[] {
  const all = choices.map(String);
  return all.includes(value) ? all : [...all, value];
}

/** A list of different choices with another one at a place; what stood there comes where that one was. */
export function swapped(list: readonly string[], index: number, value: string): string[] {
  const next = [...list];
  const other = next.indexOf(value);
  if (other >= 0) next[other] = next[index] ?? value;
  next[index] = value;
  return next;
}
