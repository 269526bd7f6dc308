import { readdirSync, statSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import editions from '../protocol/editions.json';

const FOLDER = new URL('pictures/', import.meta.url).pathname;

describe('the pictures of the editions', () => {
  it('are there by day and by night, and small', () => {
    const wanted = editions.flatMap(({ id }) => [`${id}-day.webp`, `${id}-night.webp`]);
    expect(readdirSync(FOLDER).sort()).toEqual(wanted.sort());
    for (const name of wanted) expect(statSync(FOLDER + name).size, name).toBeLessThan(16_000);
  });
});
