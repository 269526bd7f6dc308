import { describe, expect, it } from 'vitest';

import { aboutOf, sceneOf, youAre } from '../testing/fixtures';
import { neighbourFor, neighbours } from './neighbours';

const open = { kind: 'open' } as const;
const seats = (['fugitive', 'd1', 'd2', 'd3'] as const).map((seat) => ({ seat, occupant: open }));
const scene = sceneOf(null, { seats });

describe('neighbouring seats', () => {
  it('are offered where the detectives move in their order, and only there', () => {
    expect(neighbours(scene)).toEqual([['d1', 'd2']]);
    expect(neighbours({ ...scene, about: aboutOf({ in_order: false }) })).toEqual([]);
  });

  it('are beside the only seat that one has', () => {
    expect(neighbourFor(scene, youAre({ seats: ['d1'] }))).toBe('d2');
    expect(neighbourFor(scene, youAre({ seats: ['d2'] }))).toBe('d1');
    expect(neighbourFor(scene, youAre({ seats: ['d3'] }))).toBeNull();
    expect(neighbourFor(scene, youAre({ seats: ['fugitive'] }))).toBeNull();
    expect(neighbourFor(scene, youAre({ seats: ['fugitive', 'd1'] }))).toBe('d2');
    expect(neighbourFor(scene, youAre({ seats: ['d1', 'd3'] }))).toBeNull();
    expect(neighbourFor(sceneOf(null), youAre({ seats: ['d1'] }))).toBeNull();
  });
});
