// Who has won, as somebody at the table hears it.
import { fugitiveName } from '../game/words';
import { pounds, t } from '../i18n/index.svelte';
import type { GameFace, Scene, You } from '../protocol/messages';

/** The side on which somebody played; none for one who watched, or who played both. */
function sideOf(you: You | null): 'fugitive' | 'hunters' | null {
  if (you === null || you.seats.length === 0) return null;
  if (!you.seats.includes('fugitive')) return 'hunters';
  return you.seats.length > 1 ? null : 'fugitive';
}

export function verdictTitle({ about }: Scene, { winner, ending }: GameFace, you: You | null): string {
  const [fugitive, side] = [fugitiveName(about), sideOf(you)];
  if (winner === null) return t('end.score', { fugitive, points: pounds(ending?.score ?? 0) });
  if (side !== null) return winner === side ? t('end.won') : t('end.lost');
  return winner === 'hunters' ? t('end.hunters') : t('end.fugitive', { fugitive });
}
