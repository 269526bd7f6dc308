// What is special about an edition: texts where it comes with the program, or else what the server says of it.
import { fugitiveName, ticketName } from '../game/words';
import { list, maybe } from '../i18n/index.svelte';
import { lt, numbered } from '../i18n/long.svelte';
import { optionName } from '../lobby/options';
import type { EditionSummary } from '../protocol/messages';

export function specialRules(edition: EditionSummary): string[] {
  const texts = numbered(`rules.${edition.id}`);
  return texts.length > 0 ? texts : ownRules(edition);
}

function ownRules(edition: EditionSummary): string[] {
  const { theme, detectives, bobbies, options } = edition;
  const tickets = (['taxi', 'bus', 'underground', 'black'] as const).map((ticket) => ticketName(theme, ticket));
  return [
    lt('rules.own.about'),
    lt('rules.own.fugitive', { fugitive: fugitiveName(edition) }),
    ...detectives.map((count, index) => lt('rules.own.hunters', { detectives: count, bobbies: bobbies[index] ?? 0 })),
    lt('rules.own.tickets', { tickets: list(tickets) }),
    ...options.map((option) => {
      const words = maybe(`option.${option.key}.true`) ?? optionName(edition, option);
      return lt('rules.own.option', { option: words.replace(/\.$/, '') });
    }),
  ];
}
