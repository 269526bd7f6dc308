import { describe, expect, it } from 'vitest';

import { Commands } from './commands.svelte';

const ACT = { do: 'act', action: { kind: 'end_turn' } } as const;
const SAY = { do: 'say', to: 'table', text: 'hello' } as const;

describe('commands under way', () => {
  it('act until the table shows what came of them', () => {
    const commands = new Commands();
    const { id } = commands.add(7, ACT);
    expect(commands.acting).toBe(true);
    commands.done(id, 8, 7);
    expect(commands.acting).toBe(true);
    expect(commands.unanswered).toEqual([]);
    commands.shown(8);
    expect(commands.acting).toBe(false);
  });

  it('are over at once if the table shows it already', () => {
    const commands = new Commands();
    const { id } = commands.add(7, ACT);
    commands.done(id, 8, 8);
    expect(commands.acting).toBe(false);
  });

  it('are not shown by news of an earlier version', () => {
    const commands = new Commands();
    commands.done(commands.add(7, ACT).id, 9, 7);
    commands.shown(8);
    expect(commands.acting).toBe(true);
  });

  it('have ids of their own, and keep them when they are sent again', () => {
    const commands = new Commands();
    const [first, second] = [commands.add(7, SAY), commands.add(7, SAY)];
    expect(first.id).not.toBe(second.id);
    expect(first.id).toMatch(/^[0-9a-f]{24}$/);
    expect(commands.unanswered).toEqual([first, second]);
  });

  it('tell whether a refusal is about one of them', () => {
    const commands = new Commands();
    const { id } = commands.add(7, ACT);
    expect(commands.refused('another')).toBe(false);
    expect(commands.acting).toBe(true);
    expect(commands.refused(id)).toBe(true);
    expect(commands.acting).toBe(false);
  });

  it('can be withdrawn', () => {
    const commands = new Commands();
    commands.add(7, ACT);
    commands.withdraw();
    expect(commands.acting).toBe(false);
    expect(commands.unanswered).toEqual([]);
  });

  it('do not act when they only speak', () => {
    const commands = new Commands();
    commands.add(7, SAY);
    expect(commands.acting).toBe(false);
  });
});
