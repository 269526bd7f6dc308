import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClientMessage, Scene, TableEvent } from '../protocol/messages';
import type { TransportListener } from '../protocol/transport';
import { gameFace, sceneOf, youAre } from '../testing/fixtures';
import { PROTOCOL, TableState } from './table.svelte';
import { Witness } from './witness';

/** A transport that keeps what is sent, and lets the test be the server. */
function open() {
  const sent: ClientMessage[] = [];
  let listener: TransportListener | undefined;
  let closed = false;
  const table = new TableState('abc', (wanted) => {
    listener = wanted;
    return { send: (message) => sent.push(message), close: () => (closed = true) };
  });
  return { table, sent, server: listener!, isClosed: () => closed };
}

function connected(scene: Scene = sceneOf(gameFace())) {
  const all = open();
  all.server.opened();
  all.server.heard({ type: 'welcome', protocol: PROTOCOL });
  all.server.heard({ type: 'news', from: 0, reset: true, earlier: false, events: [], scene });
  all.sent.length = 0;
  return all;
}

const END_TURN = { kind: 'end_turn' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a table', () => {
  it('greets first, and is open when it was welcomed', () => {
    const { table, sent, server } = open();
    expect(table.link).toBe('connecting');
    server.opened();
    expect(sent).toEqual([{ type: 'hello', protocol: PROTOCOL }]);
    expect(table.link).toBe('connecting');
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    expect(table.link).toBe('open');
  });

  it('says after a loss what it has, and sends what was not answered once more with the same id', () => {
    const { table, sent, server } = connected();
    table.act(END_TURN);
    const [first] = sent;
    expect(first).toMatchObject({ type: 'do', version: 7, command: { do: 'act', action: END_TURN } });
    server.lost('net');
    expect(table.link).toBe('lost');
    server.opened();
    expect(sent.at(-1)).toEqual({ type: 'hello', protocol: PROTOCOL, have: 7 });
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    expect(sent.at(-1)).toEqual(first);
    expect(sent.length).toBe(3);
  });

  it('keeps what is done while the net is gone, until there is a welcome', () => {
    const { table, sent, server } = connected();
    server.lost('net');
    table.act(END_TURN);
    expect(sent).toEqual([]);
    expect(table.busy).toBe(true);
    server.opened();
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    expect(sent.map(({ type }) => type)).toEqual(['hello', 'do']);
  });

  it('knows how many come before the bot that it waits for, until that has moved', () => {
    const { table, server } = connected();
    const news = (events: TableEvent[], reset = false) =>
      server.heard({ type: 'news', from: 7, reset, earlier: false, events, scene: sceneOf(gameFace()) });
    expect(table.ahead).toBe(0);
    server.heard({ type: 'waiting', ahead: 12 });
    expect(table.ahead).toBe(12);
    news([{ version: 8, at: 0, by: 1, what: 'said', to: 'table', text: 'hm' }]);
    expect(table.ahead).toBe(12);
    news([{ version: 9, at: 0, what: 'played', cause: 'bot', events: [] }]);
    expect(table.ahead).toBe(0);
    server.heard({ type: 'waiting', ahead: 3 });
    server.heard({ type: 'waiting', ahead: 0 });
    expect(table.ahead).toBe(0);
    // Who comes back is told anew.
    server.heard({ type: 'waiting', ahead: 5 });
    server.lost('net');
    server.opened();
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    expect(table.ahead).toBe(0);
  });

  it('takes what it is told first after a loss for nothing that it saw happen', () => {
    const { server } = connected();
    const see = vi.spyOn(Witness.prototype, 'see');
    const news = () =>
      server.heard({ type: 'news', from: 7, reset: false, earlier: false, events: [], scene: sceneOf(gameFace()) });
    news();
    server.lost('net');
    server.opened();
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    news();
    news();
    expect(see.mock.calls.map(([, , live]) => live)).toEqual([true, false, true]);
    see.mockRestore();
  });

  it('does not send again what was answered or taken back', () => {
    const { table, sent, server } = connected();
    table.act(END_TURN);
    const [first] = sent;
    server.heard({ type: 'done', id: first!.type === 'do' ? first!.id : '', version: 8 });
    expect(table.busy).toBe(true);
    server.lost('net');
    server.opened();
    server.heard({ type: 'welcome', protocol: PROTOCOL });
    expect(sent.filter(({ type }) => type === 'do').length).toBe(1);
    server.heard({
      type: 'news',
      from: 7,
      reset: false,
      earlier: false,
      events: [{ version: 8, at: 0, what: 'hidden' }],
      scene: sceneOf(gameFace(), { version: 8 }),
    });
    expect(table.busy).toBe(false);
    table.act(END_TURN);
    table.withdraw();
    expect(table.busy).toBe(false);
  });

  it('sends the same again while the server cannot carry it out', () => {
    const { table, sent, server } = connected();
    table.act(END_TURN);
    const [first] = sent;
    const id = first?.type === 'do' ? first.id : '';
    for (const times of [2, 3]) {
      server.heard({ type: 'refused', id, code: 'unavailable', text: '' });
      expect(table.busy).toBe(true);
      vi.advanceTimersByTime(1000);
      expect(sent).toEqual(Array(times).fill(first));
    }
    server.heard({ type: 'done', id, version: 8 });
    vi.advanceTimersByTime(5000);
    expect(sent.length).toBe(3);
  });

  it('says that a move came too late, for a while', () => {
    const { table, sent, server } = connected();
    table.act(END_TURN);
    const id = sent[0]!.type === 'do' ? sent[0]!.id : '';
    server.heard({ type: 'refused', id, code: 'stale', text: '' });
    expect(table.notice).toEqual({ kind: 'withdrawn', code: 'stale' });
    expect(table.busy).toBe(false);
    vi.advanceTimersByTime(9001);
    expect(table.notice).toBeNull();
  });

  it('is gone, and asks no more, when there is no such table', () => {
    const { table, server, isClosed } = open();
    server.heard({ type: 'bye', code: 'no_table', text: '' });
    expect(table.gone).toBe('no_table');
    expect(isClosed()).toBe(true);
  });

  it('forgets what only the fugitive may know as soon as the hunters look', () => {
    const own = { at: 4, start: 2, route: [4], tile: null, crimes: [], threatened: [] };
    const { table, sent, server } = connected(sceneOf(gameFace({ own, turn: 'fugitive' }), { audience: 'fugitive' }));
    const moved: TableEvent = {
      version: 8,
      at: 0,
      what: 'played',
      cause: 'person',
      events: [{ event: 'started', at: null, private: { at: 4 } }],
    };
    server.heard({ type: 'news', from: 7, reset: false, earlier: false, events: [moved], scene: table.scene! });
    expect(JSON.stringify(table.events)).toContain('private');
    table.look('hunters');
    expect(sent.at(-1)).toEqual({ type: 'look', audience: 'hunters' });
    expect(table.scene?.game?.own).toBeUndefined();
    expect(JSON.stringify([table.events, table.fresh])).not.toContain('private');
    // What was on its way for the other side is not shown.
    server.heard({
      type: 'news',
      from: 8,
      reset: false,
      earlier: false,
      events: [],
      scene: sceneOf(gameFace({ own }), { audience: 'fugitive' }),
    });
    expect(table.scene?.game?.own).toBeUndefined();
  });

  it('asks again to be told what it wants, and gives up one that it may not have', () => {
    const { table, sent, server } = connected();
    table.look('hunters');
    sent.length = 0;
    server.heard({ type: 'you', ...youAre({ audience: 'fugitive', audiences: ['fugitive', 'hunters'] }) });
    expect(sent).toEqual([{ type: 'look', audience: 'hunters' }]);
    server.heard({ type: 'you', ...youAre({ audience: 'spectator', audiences: ['spectator'] }) });
    server.lost('net');
    server.opened();
    expect(sent.at(-1)).toEqual({ type: 'hello', protocol: PROTOCOL, have: 7 });
  });

  it('keeps its scene when talk brings none, and asks for what happened before', () => {
    const { table, server, sent } = connected();
    const said = (version: number) =>
      ({ version, at: 0, by: 2, what: 'said', to: 'table', text: `${version}` }) as const;
    const scene = sceneOf(gameFace(), { version: 12 });
    server.heard({ type: 'news', from: 11, reset: true, earlier: true, events: [said(12)], scene });
    server.heard({ type: 'news', from: 12, reset: false, earlier: true, events: [said(13)], scene: null });
    expect(table.scene).toEqual({ ...scene, version: 13 });
    // What was not asked for is passed over.
    const page = { type: 'history', from: 9, earlier: false, events: [said(10), said(11)] } as const;
    server.heard({ ...page, events: [...page.events] });
    expect(table.talk.map(({ version }) => version)).toEqual([12, 13]);
    table.askEarlier();
    expect(sent.at(-1)).toEqual({ type: 'history', until: 11 });
    server.heard({ ...page, events: [...page.events] });
    expect(table.talk.map(({ version }) => version)).toEqual([10, 11, 12, 13]);
    expect(table.earlier).toBe(false);
    table.askEarlier();
    expect(sent.filter(({ type }) => type === 'history').length).toBe(1);
  });

  it('adds to the shuffle by itself, and says nothing of it if that is refused', () => {
    const { table, sent, server } = connected(sceneOf(null, { stage: 'lobby' }));
    server.heard({ type: 'you', ...youAre() });
    const [promise] = sent;
    expect(promise).toMatchObject({ type: 'do', command: { do: 'commit' } });
    if (promise?.type !== 'do' || promise.command.do !== 'commit') throw new Error('a promise');
    // The same news again does not make it promise again.
    server.heard({ type: 'you', ...youAre() });
    expect(sent.length).toBe(1);
    server.heard({ type: 'refused', id: promise.id, code: 'not_now', text: '' });
    expect(table.notice).toBeNull();
    const contributions = [{ guest: 1, commitment: promise.command.commitment, number: null }];
    const shuffle = { commitment: 'aa', number: null, key: null, contributions, time_left: 5000 };
    const scene = sceneOf(null, { stage: 'lobby', shuffle });
    server.heard({ type: 'news', from: 7, reset: false, earlier: false, events: [], scene });
    expect(sent.at(-1)).toMatchObject({ type: 'do', command: { do: 'open' } });
  });
});
