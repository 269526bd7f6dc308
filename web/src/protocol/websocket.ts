// The transport to a table of a server: a WebSocket that comes back by itself, and that notices when
// the net is gone without a word.
import { RequestError, table as ask } from './http';
import { checked, type ClientMessage, type ServerMessage } from './messages';
import type { Connect, Transport, TransportListener } from './transport';
import type * as wire from './types';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** After so long without a word the server is asked whether it still hears. */
const QUIET = 20_000;
/** So long an answer may take: after that the net is gone, whatever the browser believes. */
const PATIENCE = 10_000;
/** So long a socket may take to open: a proxy may have to notice first that a node stands still. */
const OPENING = 20_000;
/** When the net may have come or gone. */
const SIGNS = ['online', 'offline', 'visibilitychange'];

export function webSocket(table: string): Connect {
  return (listener) => new WebSocketTransport(table, listener);
}

class WebSocketTransport implements Transport {
  readonly #table: string;
  readonly #address: string;
  readonly #listener: TransportListener;
  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #again: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #welcomed = false;
  /** Whether the server has ever answered. */
  #known = false;

  constructor(table: string, listener: TransportListener) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#table = table;
    this.#address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.#listener = listener;
    for (const sign of SIGNS) addEventListener(sign, this.#look);
    this.#open();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    // Every message is answered with something.
    this.#expect();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    this.#listen(false);
    for (const sign of SIGNS) removeEventListener(sign, this.#look);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** The net may have changed: is it there? */
  #look = (): void => {
    if (this.#ended || document.visibilityState === 'hidden') return;
    const state = this.#socket?.readyState;
    if (state === WebSocket.OPEN) this.#ping();
    if (state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    clearTimeout(this.#again);
    this.#open();
  };

  #ping(): void {
    if (this.#welcomed) this.send({ type: 'ping' });
  }

  /** Something was heard, or will not be any more. */
  #listen(on: boolean): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#quiet);
    this.#patience = undefined;
    this.#quiet = on ? setTimeout(() => this.#ping(), QUIET) : undefined;
  }

  /** Something must be heard soon. */
  #expect(patience = PATIENCE): void {
    this.#patience ??= setTimeout(() => {
      const silent = this.#socket;
      this.#socket = undefined;
      silent?.close();
      this.#lost();
    }, patience);
  }

  #open(): void {
    this.#welcomed = false;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#expect(OPENING);
    socket.onopen = () => {
      if (socket === this.#socket) this.#listener.opened();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#heard(checked(JSON.parse(String(event.data)) as wire.ServerMessage));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #heard(message: ServerMessage): void {
    this.#listen(true);
    if (message.type === 'welcome') {
      [this.#welcomed, this.#known] = [true, true];
      this.#wait = FIRST_WAIT;
    }
    this.#listener.heard(message);
  }

  #lost(): void {
    this.#welcomed = false;
    this.#listen(false);
    this.#listener.lost('net');
    this.#again = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    if (!this.#known) this.#askWhy();
  }

  /** A socket that never opened does not say why; the answer over HTTP does. */
  #askWhy(): void {
    ask(this.#table).catch((error: unknown) => {
      if (this.#ended || !(error instanceof RequestError) || error.code !== 'no_table') return;
      this.#listener.heard({ type: 'bye', code: 'no_table', text: error.message });
    });
  }
}
