import { describe, expect, it } from 'vitest';

import bundled from '../protocol/editions.json';
import type { EditionSummary } from '../protocol/messages';
import { aboutOf, sceneOf } from '../testing/fixtures';
import { agreedValues, allowedDetectives, choicesOf, fitting, optionLines, swapped, usualValues } from './choices';
import { agreedWords } from './options';

const editions = bundled as unknown as EditionSummary[];
const withPool = editions.find(({ options }) => options.some(({ key }) => key === 'pooled'))!;
const withEach = editions.find(({ options }) => options.some(({ each }) => each))!;

function settings(...options: string[]) {
  return { ...sceneOf(null).settings, edition: withPool.id, options };
}

describe('what is sent', () => {
  const others = withPool.options.filter(({ key }) => key !== 'pooled').map(({ key, default: is }) => `${key}=${is}`);

  it('is every option, but not a proposal that nobody touched', () => {
    expect(optionLines(withPool, 2, agreedValues(settings(...others)))).toEqual(others);
    expect(optionLines(withPool, 2, usualValues(withPool))).toEqual(others);
  });

  it('has a proposal that was taken or refused', () => {
    for (const line of ['pooled=false', 'pooled=true']) {
      expect(optionLines(withPool, 2, agreedValues(settings(line, ...others)))).toEqual([line, ...others]);
    }
  });

  it('has nothing that so many detectives cannot agree on', () => {
    const values = agreedValues(settings('pooled=true', ...others));
    expect(fitting(withPool, 3).map(({ key }) => key)).not.toContain('pooled');
    expect(optionLines(withPool, 3, values)).toEqual(others);
  });
});

describe('choices', () => {
  it('keep a number of detectives that is allowed', () => {
    expect(allowedDetectives(withPool, 2)).toBe(2);
    expect(allowedDetectives({ ...withPool, detectives: [5], usual: 5 }, 2)).toBe(5);
  });

  it('are those of the server, with what is set now', () => {
    const option = { ...withPool.options[0]!, choices: [0, 1] };
    expect(choicesOf(option, '1')).toEqual(['0', '1']);
    expect(choicesOf(option, '7')).toEqual(['0', '1', '7']);
  });

  it('of a list change places', () => {
    const [a, b, c] = withEach.options.find(({ each }) => each)!.choices.map(String) as [string, string, string];
    expect(swapped([a, b, c], 0, c)).toEqual([c, b, a]);
    expect(swapped([a, b], 0, c)).toEqual([c, b]);
  });
});

describe('what was agreed', () => {
  const about = (change: object) => aboutOf({ changed: [{ key: 'pooled', value: 'true' }], ...change });

  it('tells a proposal from what was decided', () => {
    const scene = sceneOf(null);
    expect(agreedWords({ ...scene, about: about({}) })).toContain('Two detectives share one pool of tickets');
    const proposed = agreedWords({ ...scene, about: about({ pool_proposed: true }) }).join();
    expect(proposed).toContain('Proposed: the two detectives share one pool');
  });

  it('says to everybody that hints may be taken, if so', () => {
    const scene = sceneOf(null);
    const agreed = (hints: boolean) => agreedWords({ ...scene, settings: { ...scene.settings, hints } }).join();
    expect(agreed(true)).toContain('may take hints');
    expect(agreed(false)).not.toContain('hints');
  });

  it('has words for what it does not know', () => {
    const changed = [{ key: 'fog', value: 'thick' }];
    const words = agreedWords({ ...sceneOf(null), about: aboutOf({ changed }) }).join();
    expect(words).toContain('fog: thick');
  });
});
