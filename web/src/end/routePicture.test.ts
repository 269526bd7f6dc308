import { expect, test } from 'vitest';

import { visits, withRoute } from './routePicture';

const leg = (from: number, to: number) => ({ from, to, via: [] });

test('a station that he came to again has both numbers', () => {
  expect([...visits([leg(5, 6), leg(6, 5), leg(5, 7)])]).toEqual([
    [5, [0, 2]],
    [6, [1]],
    [7, [3]],
  ]);
  expect(visits([]).size).toBe(0);
});

test('the way lies under the stations, and its numbers over them', () => {
  const drawing = '<svg viewBox="0 0 2 1"><g class="taxi"/><g class="stations">s</g></svg>\n';
  const text = withRoute(drawing, 'UNDER', 'OVER', 20, 10);
  expect(text).toBe(
    '<svg width="20" height="10" viewBox="0 0 2 1"><g class="taxi"/><g>UNDER</g><g class="stations">s</g><g>OVER</g></svg>',
  );
  const badges = drawing.replace('<g class="stations">', '<g class="badges"/><g class="stations">');
  expect(withRoute(badges, 'UNDER', '', 2, 1)).toContain('<g>UNDER</g><g class="badges"/>');
});
