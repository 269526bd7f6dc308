// What axe finds in a page.
import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Nothing that it finds is serious. */
export async function axe(page: Page, where: string): Promise<void> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    return (await run.run()).violations;
  });
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${where}: ${id}: ${nodes
          .map(({ html }) => html)
          .slice(0, 4)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}
