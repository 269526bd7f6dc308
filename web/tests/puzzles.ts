// The puzzles that come with the program, and their answers: so the tests can solve them in the page.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

import { binary } from './server';

const FOLDER = '../crates/puzzles/puzzles';

export interface Answered {
  id: string;
  /** `where`, `close 1` and so on. */
  kind: string;
  answer: string;
}

function all(): Answered[] {
  return readdirSync(FOLDER)
    .flatMap((name) => readFileSync(`${FOLDER}/${name}`, 'utf8').split(/(?=^\[Fogbound )/m))
    .map((text) => {
      const tag = (name: string): string => new RegExp(`^\\[${name} "(.*)"\\]`, 'm').exec(text)?.[1] ?? '';
      return { id: tag('Id'), kind: tag('Puzzle'), answer: tag('Answer') };
    })
    .filter(({ id }) => id !== '');
}

/** The first puzzle of a kind, with an answer of that kind. */
export function puzzleOf(kind: string, answer = /./): Answered {
  const found = all().find((puzzle) => puzzle.kind.startsWith(kind) && answer.test(puzzle.answer));
  if (!found) throw new Error(`there is no puzzle of the kind ${kind}`);
  return found;
}

/** The puzzle of a day, as the program has it. */
export function puzzleOfDay(day: number): Answered {
  const [id] = execFileSync(binary(), ['puzzles', 'solve', '--day', String(day)], { encoding: 'utf8' }).split(' ');
  const found = all().find((puzzle) => puzzle.id === id);
  if (!found) throw new Error(`the puzzle of day ${day} is unknown: ${id}`);
  return found;
}

/** Chooses a station on the board. */
async function choose(page: Page, station: string): Promise<void> {
  await page.locator(`[data-target="${station}"]`).focus();
  await page.keyboard.press('Enter');
}

/** Plays the moves of a line of the hunters. */
export async function playLine(page: Page, line: string): Promise<void> {
  const moves = line.split('; ');
  for (const [place, move] of moves.entries()) {
    // In some editions hunters pay nothing: then a move is a piece and its station.
    const [piece, ...how] = move.split(' ') as [string, ...string[]];
    const [station, ticket = ''] = how.reverse() as [string, string?];
    const mover = page.locator(`[data-mover=${piece}]`);
    if ((await mover.getAttribute('aria-pressed')) !== 'true') await mover.click();
    await choose(page, station);
    const played = page.locator('.said .line li');
    const way = page.locator('[data-way]', { hasText: new RegExp(ticket, 'i') });
    await way.or(played.nth(place)).first().waitFor();
    if (await way.first().isVisible()) await way.first().click();
    await expect(played).toHaveCount(place + 1);
  }
}

/** Solves a puzzle that is on the screen. */
export async function solve(page: Page, { kind, answer }: Answered): Promise<void> {
  if (kind.startsWith('where')) {
    await page.locator('[data-stations]').fill(answer);
    await page.locator('[data-stations]').blur();
    await page.locator('[data-do=check]').click();
  } else if (kind.startsWith('close')) await playLine(page, answer);
  else if (answer.startsWith('to ')) await choose(page, answer.slice(3));
  else await page.locator(`[data-answer=${answer}]`).click();
  await expect(page.locator('[data-solved=true]')).toBeVisible();
}
