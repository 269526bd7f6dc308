// Why the server did not do something, in the words of the screen.
import { RequestError } from '../protocol/http';
import { maybe, t } from './index.svelte';

export function refusalWords(error: unknown): string {
  const known = error instanceof RequestError ? maybe(`refused.${error.code}`) : undefined;
  return known ?? t('net.none');
}
