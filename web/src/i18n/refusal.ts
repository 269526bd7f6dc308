// Why something was not done, or cannot be now, in the words of the screen.
import { RequestError } from '../protocol/http';
import type { Loss } from '../protocol/transport';
import type { Notice } from '../state/table.svelte';
import { maybe, t } from './index.svelte';

export function refusalWords(error: unknown): string {
  const known = error instanceof RequestError ? maybe(`refused.${error.code}`) : undefined;
  return known ?? t('net.none');
}

/** The words of a notice. At a table of this device what cannot be written down has no room there. */
export function noticeWords({ kind, code }: Notice, local: boolean): string {
  if (kind === 'withdrawn') return t('net.withdrawn');
  return t(`refused.${local && code === 'unavailable' ? 'no_room' : code}`);
}

const LOSSES = { net: 'net.lost', taken: 'local.elsewhere', broken: 'local.broken' } as const;

/** Why a table does not hear. */
export function lossWords(why: Loss): string {
  return t(LOSSES[why]);
}
