// What is asked of the server outside of the socket.
import { checked, type NewTable, type Replayed, type Scene, type Summary, type You } from './messages';
import type * as wire from './types';

/** A request that failed: the code of the refusal, and what the server says of it. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new RequestError('offline', 'the server cannot be reached');
  });
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
  return checked(await get<{ tables: wire.Summary[] }>('/api/tables')).tables;
}

export async function table(id: string): Promise<{ scene: Scene; you: You }> {
  return checked(await get<{ scene: wire.Scene; you: wire.You }>(`/api/tables/${encodeURIComponent(id)}`));
}

export function makeTable(wanted: NewTable): Promise<{ table: string }> {
  return post('/api/tables', wanted);
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

export function recordPath(id: string, game: number): string {
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

/** The public keys with which the server signs games. */
export async function keys(): Promise<string[]> {
  return (await get<wire.KeyList>('/api/keys')).keys.map(({ key }) => key);
}

export { get as getJson, request };
