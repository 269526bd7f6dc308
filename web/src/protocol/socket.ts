// The connection to a table: it comes back by itself, and sends what waits once and only once.
import type { ClientMessage, Command, ServerMessage, View } from './types';

export type Link = 'connecting' | 'open' | 'lost' | 'closed';

export interface Listener {
  /** A message came. */
  heard(message: ServerMessage): void;
  /** The connection changed. */
  linked(link: Link): void;
  /** What the next `hello` should say. */
  greeting(): { have?: number; view?: View };
}

interface Waiting {
  id: string;
  version: number;
  command: Command;
}

export const PROTOCOL = 1;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** After so long without a word the server is asked whether it still hears. */
const QUIET = 20_000;
/** So long an answer may take: after that the net is gone, whatever the browser believes. */
const PATIENCE = 10_000;
/** When the net may have come or gone. */
const SIGNS = ['online', 'offline', 'visibilitychange'];

/** An id that no other command has; also where the page came over plain HTTP. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class TableSocket {
  #socket: WebSocket | undefined;
  #listener: Listener;
  #address: string;
  #waiting: Waiting[] = [];
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #welcome = false;

  constructor(table: string, listener: Listener) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.#listener = listener;
    for (const sign of SIGNS) addEventListener(sign, this.#again);
    this.#open();
  }

  /** Does something at the table. What is sent while the net is gone goes out when it is back. */
  do(version: number, command: Command): string {
    const id = newId();
    const waiting = { id, version, command };
    this.#waiting.push(waiting);
    if (this.#welcome) this.#send({ type: 'do', ...waiting });
    return id;
  }

  /** Takes back what has not been answered. */
  withdraw(id: string): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
  }

  look(view: View): void {
    if (this.#welcome) this.#send({ type: 'look', view });
  }

  explain(station: number): void {
    if (this.#welcome) this.#send({ type: 'explain', station });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#listen(false);
    for (const sign of SIGNS) removeEventListener(sign, this.#again);
    this.#socket?.close();
    this.#listener.linked('closed');
  }

  #again = (): void => {
    if (this.#ended || document.visibilityState === 'hidden') return;
    const state = this.#socket?.readyState;
    if (state === WebSocket.OPEN) this.#ask();
    if (state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #ask(): void {
    if (this.#welcome) this.#send({ type: 'ping' });
  }

  /** Something was heard, or will not be any more. */
  #listen(on: boolean): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#quiet);
    this.#patience = undefined;
    this.#quiet = on ? setTimeout(() => this.#ask(), QUIET) : undefined;
  }

  /** Something must be heard soon. */
  #expect(): void {
    this.#patience ??= setTimeout(() => {
      const silent = this.#socket;
      this.#socket = undefined;
      silent?.close();
      this.#lost();
    }, PATIENCE);
  }

  #open(): void {
    this.#welcome = false;
    this.#listener.linked('connecting');
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#expect();
    socket.onopen = () => {
      if (socket === this.#socket) this.#send({ type: 'hello', protocol: PROTOCOL, ...this.#listener.greeting() });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#heard(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #heard(message: ServerMessage): void {
    this.#listen(true);
    if (message.type === 'welcome') {
      this.#welcome = true;
      this.#wait = FIRST_WAIT;
      this.#listener.linked('open');
      for (const waiting of this.#waiting) this.#send({ type: 'do', ...waiting });
    }
    if (message.type === 'done') this.withdraw(message.id);
    if (message.type === 'refused' && message.id !== undefined) this.withdraw(message.id);
    if (message.type === 'bye' && (message.code === 'no_table' || message.code === 'bad_message')) {
      this.#ended = true;
    }
    // What is too long will not be shorter the next time.
    if (message.type === 'bye' && message.code === 'too_long') this.#waiting = [];
    this.#listener.heard(message);
  }

  #lost(): void {
    this.#welcome = false;
    this.#listen(false);
    if (this.#ended) return;
    this.#listener.linked('lost');
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    // Every message is answered with something.
    this.#expect();
  }
}
