import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Inspection } from './inspection.svelte';

const always = () => true;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('looking at a station', () => {
  it('takes a rest of the mouse', () => {
    const inspection = new Inspection();
    inspection.hover(5, always);
    expect(inspection.station).toBeNull();
    vi.advanceTimersByTime(320);
    expect(inspection).toMatchObject({ station: 5, pinned: false });
    inspection.hover(null, always);
    expect(inspection.station).toBeNull();
  });

  it('does not happen for stations that the mouse only passes, nor while something is chosen', () => {
    const inspection = new Inspection();
    inspection.hover(5, always);
    vi.advanceTimersByTime(200);
    inspection.hover(6, () => false);
    vi.advanceTimersByTime(1000);
    expect(inspection.station).toBeNull();
  });

  it('stays after a press, whatever the mouse does, until it is closed', () => {
    const inspection = new Inspection();
    inspection.toggle(5);
    inspection.hover(6, always);
    vi.advanceTimersByTime(1000);
    expect(inspection).toMatchObject({ station: 5, pinned: true });
    inspection.toggle(6);
    expect(inspection.station).toBe(6);
    inspection.toggle(6);
    expect(inspection).toMatchObject({ station: null, pinned: false });
  });
});
