// What a page shows of a game, beside what the server says of it.
import type { Page } from '@playwright/test';

import en from '../src/locales/en.json' with { type: 'json' };
import type { Action, GameFace, Purse, Scene, Theme, Ticket, Transport } from '../src/protocol/types';
import { expect } from './server';

/** What the words of a theme are in English. */
const WORDS: Record<Theme, Record<Ticket, string>> = {
  london: { taxi: 'Taxi', bus: 'Bus', underground: 'Underground', black: 'Black ticket' },
  victorian: { taxi: 'Carriage', bus: 'Omnibus', underground: 'Metro', black: 'Black ticket' },
};
const STOCK = { uncounted: null, supply: 'General draw pile', own: 'His tickets', paid: 'Paid to him' } as const;
const NORMAL = ['taxi', 'bus', 'underground'] as const;

/** A text of the screen with its values. */
export function words(key: keyof typeof en, values: Record<string, string | number>): string {
  return en[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

export async function sceneOf(page: Page): Promise<Scene> {
  const { origin, pathname } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api/tables/${pathname.split('/')[2]}`);
  return ((await answer.json()) as { scene: Scene }).scene;
}

/** All words and numbers of the game on the page, in one look. */
async function shown(page: Page) {
  return page.evaluate(() => {
    const text = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? null;
    const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll(selector)];
    const counts = (selector: string) => {
      const box = document.querySelector(selector);
      if (!box) return null;
      const label = text(box.querySelector(':scope > span'));
      return { label, counts: all('[data-count]', box).map((count) => text(count)) };
    };
    const game = document.querySelector<HTMLElement>('.game');
    const inputs = all('[aria-label]').map((element) => element.getAttribute('aria-label'));
    return {
      mine: game?.dataset.mine === 'true',
      turn: game?.dataset.turn ?? null,
      fugitive: text(document.querySelector('.fugitive .who > b')),
      black: text(document.querySelector('.fugitive [data-count=black]')),
      double: text(document.querySelector('.fugitive [data-count=double]')),
      hunters: all('.left [data-hunter]').map((item) => ({
        hunter: item.getAttribute('data-hunter'),
        selected: item.querySelector('[aria-pressed=true]') !== null,
        counts: all('[data-count]', item).length,
      })),
      pool: counts('.left [data-pool=pool]'),
      stock: counts('.left [data-pool=stock]'),
      hand: all('.hand .ticket').map((ticket) => text(ticket)),
      targets: all('[data-target]').map((target) => ({
        station: Number(target.getAttribute('data-target')),
        label: target.getAttribute('aria-label'),
        danger: target.querySelector('.danger') !== null,
      })),
      slots: all('.log [data-slot]').map((slot) => text(slot.querySelector('.visually-hidden'))),
      pill: text(document.querySelector('.pill')),
      everything: `${document.body.innerText} ${inputs.join(' ')}`,
    };
  });
}

function ticketCounts(scene: Scene, purse: Purse): string[] {
  const { theme, closed } = scene.about;
  return NORMAL.filter((kind) => !closed.includes(kind)).map((kind) => `${WORDS[theme][kind]} ${purse[kind]}`);
}

/** The moves that are offered while nothing is chosen but a piece, by station. */
function offered(game: GameFace, selected: string | null): Map<number, Set<Ticket>> {
  const found = new Map<number, Set<Ticket>>();
  for (const action of game.actions) {
    if (action.kind !== 'move' && action.kind !== 'hunt') continue;
    if (action.kind === 'hunt' ? action.hunter !== selected : action.double === true) continue;
    const tickets = found.get(action.to) ?? new Set();
    if (action.ticket) tickets.add(action.ticket);
    found.set(action.to, tickets);
  }
  return found;
}

function handOf({ about, game }: Scene, actions: Action[]): string[] {
  const { state } = game!;
  const his = actions.some(({ kind }) => kind === 'move');
  const purse = his ? state.stock : state.purses[0]!;
  const tickets = ticketCounts({ about, game } as Scene, purse);
  if (!his) return tickets;
  const doubles = actions.some((action) => action.kind === 'move' && action.double === true);
  return [
    ...tickets,
    ...(state.black > 0 ? [`Black ticket ${state.black}`] : []),
    ...(doubles ? [`Double-move ticket ${state.double}`] : []),
  ];
}

/** Compares a page on which nothing is chosen yet with what the server says. It knows nothing of the edition. */
export async function expectTold(page: Page, foreign: RegExp): Promise<Scene> {
  let scene!: Scene;
  await expect(async () => {
    const before = await sceneOf(page);
    const seen = await shown(page);
    scene = await sceneOf(page);
    // Nothing has happened while we looked.
    expect(before.version).toBe(scene.version);
    const { about, game } = scene;
    const { state } = game!;
    expect(seen.turn).toBe(game!.turn);
    expect(seen.fugitive).toBe(about.fugitive);
    expect(seen.black).toBe(`${state.black} black ticket${state.black === 1 ? '' : 's'}`);
    expect(seen.double).toBe(
      about.doubles ? `${state.double} double-move ticket${state.double === 1 ? '' : 's'}` : null,
    );
    const own = about.hunters.map(({ hunter, purse }) => ({ hunter, paid: !about.pooled && purse !== null }));
    expect(seen.hunters.map(({ hunter, counts }) => ({ hunter, paid: counts > 0 }))).toEqual(own);
    expect(seen.pool?.counts ?? null).toEqual(about.pooled ? ticketCounts(scene, state.purses[0]!) : null);
    expect(seen.stock?.label ?? null).toBe(STOCK[about.stock]);
    expect(seen.stock?.counts ?? null).toEqual(STOCK[about.stock] ? ticketCounts(scene, state.stock) : null);
    expect(seen.slots).toHaveLength(about.slots);
    game!.log.forEach(({ ticket }, index) => {
      if (ticket) expect(seen.slots[index]).toContain(WORDS[about.theme][ticket]);
    });
    expect(seen.slots.map((slot) => slot?.includes('he shows himself here') ?? false)).toEqual(
      seen.slots.map((_, index) => about.reveals.includes(index + 1) && index >= game!.log.length),
    );
    if (game!.ending === null) {
      const mine = game!.actions.length > 0;
      expect(seen.mine).toBe(mine);
      if (!mine && game!.turn === 'fugitive') expect(seen.pill).toBe(words('turn.of', { name: about.fugitive }));
      expect(seen.hand).toEqual(mine ? expectedHand(scene, seen.hunters) : []);
      expectTargets(scene, seen);
    }
    expect(seen.everything).not.toMatch(foreign);
  }).toPass({ intervals: [20, 50, 100, 200], timeout: 15_000 });
  return scene;
}

type Shown = Awaited<ReturnType<typeof shown>>;

/** A bobby has no tickets, nor has it a hand. */
function expectedHand(scene: Scene, hunters: Shown['hunters']): string[] {
  const selected = hunters.find((face) => face.selected)?.hunter ?? null;
  const about = scene.about.hunters.find(({ hunter }) => hunter === selected);
  return about && about.purse === undefined ? [] : handOf(scene, scene.game!.actions);
}

function expectTargets({ about, settings, game }: Scene, seen: Shown): void {
  const selected = seen.hunters.find((face) => face.selected)?.hunter ?? null;
  const wanted = offered(game!, selected);
  expect(seen.targets.map(({ station }) => station).sort((a, b) => a - b)).toEqual(
    [...wanted.keys()].sort((a, b) => a - b),
  );
  const threatened = settings.assist === 'off' ? [] : (game!.own?.threatened ?? []);
  for (const { station, label, danger } of seen.targets) {
    for (const ticket of [...NORMAL, 'black'] as const) {
      const word = WORDS[about.theme][ticket];
      expect(label?.includes(word), `${label}: ${word}`).toBe(wanted.get(station)!.has(ticket));
    }
    expect(danger, `danger at ${station}`).toBe(threatened.includes(station));
  }
}

/** A closed transport is offered nowhere: not in the list of moves and stations, not on the card of a station. */
export async function expectClosed(page: Page, closed: Transport[]): Promise<void> {
  const { about } = await sceneOf(page);
  expect(about.closed).toEqual(closed);
  const board = (await (await page.request.get(`/api/boards/${about.board}`)).json()) as {
    lines: { transport: Transport; a: number; b: number }[];
  };
  await page.keyboard.press('l');
  const lines = page.locator('dialog .stations li');
  await expect(lines.first()).toBeVisible();
  const all = (await lines.allInnerTexts()).join('\n');
  expect(all).toContain(WORDS[about.theme].taxi);
  for (const transport of closed) {
    if (transport !== 'ferry') expect(all).not.toContain(WORDS[about.theme][transport]);
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  for (const transport of closed) {
    const line = board.lines.find((other) => other.transport === transport)!;
    await page.keyboard.press('f');
    await page.locator('dialog input').fill(String(line.a));
    await page.keyboard.press('Enter');
    await expect(page.locator('.station-card header b')).toHaveText(String(line.a));
    await expect(page.locator('.station-card dt')).not.toHaveCount(0);
    await expect(page.locator(`.station-card dt.${transport}`)).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
}
