// What is asked of the server outside of the socket; or of this device, for its own tables and without the net.
import { office } from '../local/office';
import { canPlayHere, isLocal, isStatic } from '../local/tables';
import {
  type BroughtGame,
  checked,
  type NewTable,
  type Replayed,
  type Scene,
  type Summary,
  type You,
} from './messages';
import { RequestError } from './requestError';
import type * as wire from './types';

/** What needs no server: the rules are in the page. */
const ANYWHERE = /^\/api\/(boards\/|editions$|replay$)/;

async function ofThisDevice(path: string, init?: RequestInit): Promise<Response> {
  const body = typeof init?.body === 'string' ? init.body : null;
  return new Response(await office().request(path, body));
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  const table = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
  if (table !== undefined && isLocal(table)) return ofThisDevice(path, init);
  const anywhere = ANYWHERE.test(path) && canPlayHere();
  // A folder of files has boards by day and night in one, and nothing else.
  if (isStatic() && !/^\/api\/boards\/[\w-]+(\.svg\?theme=variables)?$/.test(path)) {
    if (anywhere) return ofThisDevice(path, init);
    throw new RequestError('offline', 'there is no server here');
  }
  const response = await fetch(path, init).catch(() => null);
  if (response === null) {
    if (anywhere) return ofThisDevice(path, init);
    throw new RequestError('offline', 'the server cannot be reached');
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const { code, text } = (body ?? {}) as { code?: string; text?: string };
  throw new RequestError(code ?? 'error', text ?? response.statusText);
}

async function get<T>(path: string): Promise<T> {
  return (await (await request(path)).json()) as T;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

export async function tables(): Promise<Summary[]> {
  if (isStatic()) return [];
  return checked(await get<{ tables: wire.Summary[] }>('/api/tables')).tables;
}

export async function table(id: string): Promise<{ scene: Scene; you: You }> {
  return checked(await get<{ scene: wire.Scene; you: wire.You }>(`/api/tables/${encodeURIComponent(id)}`));
}

export function makeTable(wanted: NewTable): Promise<{ table: string }> {
  return post('/api/tables', wanted);
}

/** Brings a game that was played elsewhere to the server. */
export function bringGame(game: BroughtGame): Promise<{ table: string }> {
  return post('/api/games', game);
}

export async function claim(id: string, key: string): Promise<void> {
  await request(`/api/tables/${encodeURIComponent(id)}/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
}

/** Tells whoever runs the server of somebody at a table. */
export async function report(id: string, about: { guest: number; text: string }): Promise<void> {
  await post(`/api/tables/${encodeURIComponent(id)}/reports`, about);
}

/** The record of a game of a table, by its number there. */
export async function record(id: string, game: number): Promise<string> {
  return (await request(recordPath(id, game))).text();
}

/** Where the record of a game can be saved from. */
export async function recordAddress(id: string, game: number): Promise<string> {
  if (!isLocal(id)) return recordPath(id, game);
  return `data:text/plain;charset=utf-8,${encodeURIComponent(await record(id, game))}`;
}

function recordPath(id: string, game: number): string {
  return `/api/tables/${encodeURIComponent(id)}/record?game=${game}`;
}

/** A record played again, with what the hunters could have known at each moment. */
export async function replay(text: string): Promise<Replayed> {
  const response = await request('/api/replay', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  return checked((await response.json()) as wire.Replayed);
}

/** How hard puzzles are by the tries of people: those that were tried. */
export async function puzzleRatings(): Promise<wire.PuzzleFace[]> {
  return (await get<{ puzzles: wire.PuzzleFace[] }>('/api/puzzles')).puzzles;
}

/** Tells the server of a first try of a puzzle, and of nobody who tried; how hard the puzzle is then. */
export function tellTry(id: string, attempt: wire.PuzzleTry): Promise<wire.PuzzleFace> {
  return post(`/api/puzzles/${encodeURIComponent(id)}/tries`, attempt);
}

/** How the games of the server ended by how they began. */
export async function serverStarts(): Promise<wire.StartsFace[]> {
  return isStatic() ? [] : (await get<{ starts: wire.StartsFace[] }>('/api/starts')).starts;
}

/** The public keys with which the server of a table signs games; this device signs nothing. */
export async function keys(table: string): Promise<string[]> {
  if (isLocal(table)) return [];
  return (await get<wire.KeyList>('/api/keys')).keys.map(({ key }) => key);
}

export { get as getJson, request, RequestError };
