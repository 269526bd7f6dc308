// What is special about an edition: texts where it comes with the program, or else what the server says of it.
import type { Transport } from '../board/board';
import { fugitiveName, normalTickets, transportName } from '../game/words';
import { list, maybe } from '../i18n/index.svelte';
import { lt, numbered } from '../i18n/long.svelte';
import { optionName } from '../lobby/options';
import type { EditionSummary } from '../protocol/messages';

export function specialRules(edition: EditionSummary): string[] {
  const texts = numbered(`rules.${edition.id}`);
  return texts.length > 0 ? texts : ownRules(edition);
}

function ownRules(edition: EditionSummary): string[] {
  const { theme, closed, detectives, bobbies, options } = edition;
  const names = (transports: readonly Transport[]) => list(transports.map((kind) => transportName(theme, kind)));
  return [
    lt('rules.own.about'),
    lt('rules.own.fugitive', { fugitive: fugitiveName(edition) }),
    ...detectives.map((count, index) => lt('rules.own.hunters', { detectives: count, bobbies: bobbies[index] ?? 0 })),
    lt('rules.own.transports', { transports: names(normalTickets(edition)) }),
    ...(closed.length > 0 ? [lt('rules.own.closed', { transports: names(closed) })] : []),
    ...options.map((option) => {
      const words = maybe(`option.${option.key}.true`) ?? optionName(edition, option);
      return lt('rules.own.option', { option: words.replace(/\.$/, '') });
    }),
  ];
}
