import { describe, expect, it } from 'vitest';

import type { Action } from '../protocol/messages';
import { Picker, stationOf } from './picker.svelte';

const taxi: Action = { kind: 'hunt', hunter: 'd1', ticket: 'taxi', to: 4 };
const bus: Action = { kind: 'hunt', hunter: 'd1', ticket: 'bus', to: 4 };
const far: Action = { kind: 'hunt', hunter: 'd1', ticket: 'taxi', to: 9 };
const end: Action = { kind: 'end_turn' };

describe('a decision that is chosen out of a list', () => {
  const taken: Action[] = [];
  const picker = new Picker(
    () => [taxi, bus, far, end],
    (action) => taken.push(action),
  );

  it('is taken at once where there is one way, and asked for where there are several', () => {
    expect([...picker.targets.keys()]).toEqual([4, 9]);
    expect(picker.others).toEqual([end]);
    picker.pick(9);
    expect([taken, picker.station]).toEqual([[far], null]);
    picker.pick(4);
    expect([taken.length, picker.station, picker.ways]).toEqual([1, 4, [taxi, bus]]);
    picker.take(bus);
    expect([taken.at(-1), picker.station]).toEqual([bus, null]);
    picker.pick(4);
    picker.pick(77);
    expect([taken.length, picker.station]).toEqual([2, null]);
  });

  it('names its station, if it has one', () => {
    expect([taxi, end, { kind: 'place', hunter: 'd1', at: 3 } as const].map(stationOf)).toEqual([4, null, 3]);
  });
});
