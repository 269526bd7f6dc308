import { expect, it } from 'vitest';

import { firstEdition } from '../state/editions.svelte';
import { editionFacts } from './facts';

it('facts of an edition leave out what is not known', () => {
  const edition = firstEdition();
  expect(editionFacts({ ...edition, players: [2, 6], minutes: 45 })).toBe('2–6 players · 45 minutes');
  expect(editionFacts({ ...edition, players: [3, 3], minutes: null })).toBe('3 players');
});
