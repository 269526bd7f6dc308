// How many play an edition, and how long, in words.
import { t } from '../i18n/index.svelte';
import type { EditionSummary } from '../protocol/messages';

export function editionFacts({ players: [least, most], minutes }: EditionSummary): string {
  const players = least === most ? String(least) : `${least}–${most}`;
  return minutes === null ? t('home.players', { players }) : t('home.facts', { players, minutes });
}
