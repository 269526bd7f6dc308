import { describe, expect, it } from 'vitest';

import { between, centred, clamp, fit, frame, inSight, readable, toBoard, toScreen, zoom } from './camera';

const EXTENT = [-20, -20, 1040, 840] as const;
const PHONE = { width: 390, height: 600 };
const DESK = { width: 1000, height: 700 };
const FREE = { above: 0, below: 0 };

describe('camera', () => {
  it('fits a rectangle into the middle of the screen', () => {
    const camera = fit([0, 0, 100, 100], { width: 400, height: 200 });
    expect(camera).toEqual({ k: 2, x: 100, y: 0 });
  });

  it('keeps the point under the fingers where it is when it zooms', () => {
    const [camera, at] = [
      { x: 10, y: 20, k: 1 },
      { x: 150, y: 90 },
    ];
    const before = toBoard(camera, at.x, at.y);
    const after = zoom(camera, 2, at);
    expect(after.k).toBe(2);
    expect(toScreen(after, before)).toEqual(at);
  });

  it('never zooms nearer than five pixels for a unit', () => {
    expect(zoom({ x: 0, y: 0, k: 4 }, 3, { x: 0, y: 0 }).k).toBe(5);
  });

  it('does not let the board leave the screen', () => {
    const { x, y, k } = clamp({ x: 9999, y: -9999, k: 1 }, EXTENT, PHONE, FREE);
    expect(k).toBe(1);
    expect(x + EXTENT[0]).toBe(0);
    expect(y + EXTENT[1] + EXTENT[3]).toBe(PHONE.height);
  });

  it('lets what lies under the controls be brought out', () => {
    const { y } = clamp({ x: 0, y: 9999, k: 1 }, EXTENT, PHONE, { above: 62, below: 78 });
    expect(y + EXTENT[1]).toBe(62);
  });

  it('shows the whole board where it can be read', () => {
    const wanted = { must: [{ x: 10, y: 10 }], also: [] };
    expect(frame(wanted, EXTENT, DESK, FREE, 0.8)).toEqual(fit(EXTENT, DESK));
    expect(frame(wanted, EXTENT, DESK, FREE, 1).k).toBeGreaterThanOrEqual(1);
    expect(frame({ must: [], also: [] }, EXTENT, DESK, FREE, 1)).toEqual(fit(EXTENT, DESK));
  });

  it('is nearer where stations are drawn smaller', () => {
    expect(readable(1)).toBeCloseTo(11 / 10.4);
    expect(readable(2)).toBeCloseTo(readable(1) / 2);
  });

  it('shows points that are near one another together, and of far ones the last', () => {
    const [near, other, far] = [
      { x: 300, y: 300 },
      { x: 250, y: 280 },
      { x: 900, y: 700 },
    ];
    const together = frame({ must: [other, near], also: [] }, EXTENT, PHONE, FREE, 1);
    expect(inSight([other, near], together, PHONE, FREE)).toBe(true);
    const apart = frame({ must: [far, near], also: [] }, EXTENT, PHONE, FREE, 1);
    expect(toScreen(apart, near)).toEqual({ x: 195, y: 300 });
    expect(inSight([far], apart, PHONE, FREE)).toBe(false);
  });

  it('shows others too while the numbers can be read', () => {
    const [must, near, far] = [[{ x: 300, y: 300 }], { x: 450, y: 400 }, { x: 900, y: 700 }];
    const more = frame({ must, also: [near] }, EXTENT, PHONE, FREE, 1);
    expect(inSight([...must, near], more, PHONE, FREE)).toBe(true);
    const enough = frame({ must, also: [near, far] }, EXTENT, PHONE, FREE, 1);
    expect(enough.k).toBeGreaterThanOrEqual(1);
    expect(inSight(must, enough, PHONE, FREE)).toBe(true);
    expect(inSight([far], enough, PHONE, FREE)).toBe(false);
  });

  it('brings a point to the middle of what is not covered', () => {
    const camera = centred({ x: 0, y: 0, k: 2 }, { x: 50, y: 50 }, PHONE, { above: 100, below: 0 });
    expect(toScreen(camera, { x: 50, y: 50 })).toEqual({ x: 195, y: 350 });
  });

  it('counts what is under the controls as out of sight', () => {
    const camera = { x: 0, y: 0, k: 1 };
    expect(inSight([{ x: 100, y: 80 }], camera, PHONE, FREE)).toBe(true);
    expect(inSight([{ x: 100, y: 80 }], camera, PHONE, { above: 62, below: 78 })).toBe(false);
  });

  it('begins and ends a flight where it should', () => {
    const [from, to] = [
      { x: 0, y: 0, k: 1 },
      { x: -300, y: -100, k: 4 },
    ];
    expect(between(from, to, 0)).toEqual(from);
    const end = between(from, to, 1);
    expect(end.k).toBeCloseTo(4);
    expect(end.x).toBeCloseTo(-300);
    expect(between(from, to, 0.5).k).toBeCloseTo(2);
  });
});
