// What is special about an edition: texts where it comes with the program, or else what the server says of it.
import type { Transport } from '../board/board';
import { fugitiveName, normalTickets, transportName } from '../game/words';
import { list, maybePrinted } from '../i18n/index.svelte';
import { lt } from '../i18n/long.svelte';
import { optionName } from '../lobby/options';
import type { EditionSummary } from '../protocol/messages';
import { type RuleLine, ruleLines } from './lines';

export function specialRules(edition: EditionSummary): RuleLine[] {
  const lines = ruleLines(edition, edition.id);
  return lines.length > 0 ? lines : ownRules(edition).map((text) => ({ text, rules: [] }));
}

function ownRules(edition: EditionSummary): string[] {
  const { closed, detectives, bobbies, options } = edition;
  const names = (transports: readonly Transport[]) => list(transports.map((kind) => transportName(edition, kind)));
  return [
    lt('rules.own.about'),
    lt('rules.own.fugitive', { fugitive: fugitiveName(edition) }),
    ...detectives.map((count, index) => lt('rules.own.hunters', { detectives: count, bobbies: bobbies[index] ?? 0 })),
    lt('rules.own.transports', { transports: names(normalTickets(edition)) }),
    ...(closed.length > 0 ? [lt('rules.own.closed', { transports: names(closed) })] : []),
    ...options.map((option) => {
      const words = maybePrinted(edition, `option.${option.key}.true`) ?? optionName(edition, option);
      return lt('rules.own.option', { option: words.replace(/\.$/, '') });
    }),
  ];
}
