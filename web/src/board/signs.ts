// How signs at stations are drawn: lines in a box of 10 by 10 around the middle.
import type { Sign } from './types';

export const SIGNS: readonly Sign[] = ['here', 'not_here', 'watch'];

/** A hat for where he is, a cross for where he is not, an eye for what is watched. */
export const SIGN_PATHS: Record<Sign, string> = {
  here: 'M-4.4 2.6H4.4M-2.7 2.6V-3H2.7V2.6',
  not_here: 'M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2',
  watch: 'M-4.6 0C-2.4-3.5 2.4-3.5 4.6 0C2.4 3.5-2.4 3.5-4.6 0ZM0-1.1A1.1 1.1 0 1 1 0 1.1A1.1 1.1 0 1 1 0-1.1Z',
};
