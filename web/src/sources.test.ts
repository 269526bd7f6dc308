// The client names no edition: what is special about one is told by the server, or is a text.
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import editions from './protocol/editions.json';

const FOLDER = new URL('.', import.meta.url).pathname;

/** Where an edition may be named: texts, figures, and the lesson, which is about one. */
const ALLOWED = [
  /^locales\//,
  /^learn\//,
  /^rules\/lines\.json$/,
  /^starts\/starts\.json$/,
  /^protocol\/(editions\.json|types\.ts)$/,
  /^testing\/fixtures\.ts$/,
  /\.test\.ts$/,
];

const ids = editions.map(({ id }) => id);

/** The ids that stand in a text of the code, as a whole or between dots, or as the name of a field. */
function named(source: string): string[] {
  return ids.filter(
    (id) => new RegExp(`['"\`.]${id}['"\`.]`).test(source) || new RegExp(`[{,]\\s*${id}\\s*:`).test(source),
  );
}

describe('the sources', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|js|svelte|json)$/.test(name),
  );

  it('name no edition', () => {
    expect(files.length).toBeGreaterThan(100);
    const found = files
      .filter((name) => !ALLOWED.some((allowed) => allowed.test(name)))
      .map((name) => ({ name, ids: named(readFileSync(FOLDER + name, 'utf8')) }))
      .filter((file) => file.ids.length > 0);
    expect(found).toEqual([]);
  });

  // A value that nobody asks for any more stays in memory: on one screen for both, that of the side before.
  it('keep no scene and no game beside those of the play', () => {
    const kept = /\{[^}]*\b(scene|game)\b[^}]*\} = \$derived\(play\)/;
    expect(kept.test('const { scene, game } = $derived(play);')).toBe(true);
    expect(files.filter((name) => kept.test(readFileSync(FOLDER + name, 'utf8')) && !/\.test\.ts$/.test(name))).toEqual(
      [],
    );
  });

  it('would be found if they did', () => {
    expect(named("edition === 'beginner'")).toEqual(['beginner']);
    expect(named('t(`edition.study.title`)')).toEqual(['study']);
    expect(named('const USUAL = { modern: 4, holmes: 3 };')).toEqual(['modern', 'holmes']);
    expect(named('edition.startsWith("holmes")')).toEqual(['holmes']);
    expect(named('a compact board, a modern one')).toEqual([]);
  });
});
