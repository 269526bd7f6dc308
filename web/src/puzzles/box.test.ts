import { describe, expect, it, vi } from 'vitest';

import { Mortal, mortalCoach } from '../testing/mortal';
import { puzzleBox } from './box.svelte';

describe('the puzzles', () => {
  it('are told to another Worker when the first has died', async () => {
    mortalCoach(({ call }) => ({ body: call === 'puzzles' ? '[]' : call }));
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('all of them')));
    // A folder of files, which has no ratings of people.
    vi.stubGlobal('document', { querySelector: () => ({}) });
    const { coach, list } = await puzzleBox();
    expect(list).toEqual([]);
    Mortal.all[0]!.die();
    const again = await puzzleBox();
    expect(again.coach).toBe(coach);
    expect(await coach.text({ call: 'solution', id: 'a' })).toBe('solution');
    expect(Mortal.all[1]!.heard.map(({ call }) => call)).toEqual(['puzzles', 'solution']);
  });
});
