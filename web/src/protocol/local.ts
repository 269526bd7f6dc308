// The transport to a table of this device: messages to a Worker, the same as over a socket.
import { type Office, office } from '../local/office';
import { checked, type ClientMessage } from './messages';
import type { Connect, Loss, Transport, TransportListener } from './transport';
import type * as wire from './types';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
/** When somebody turns to this tab. */
const SIGNS = ['focus', 'pointerdown', 'visibilitychange'];

export function localTable(table: string): Connect {
  return (listener) => new LocalTransport(table, listener);
}

class LocalTransport implements Transport {
  readonly #table: string;
  readonly #listener: TransportListener;
  #office: Office | undefined;
  #client = 0;
  #open = false;
  #ended = false;
  #taken = false;
  #wait = FIRST_WAIT;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, listener: TransportListener) {
    this.#table = table;
    this.#listener = listener;
    for (const sign of SIGNS) addEventListener(sign, this.#look);
    // Nothing is told before this has returned.
    queueMicrotask(() => this.#connect());
  }

  send(message: ClientMessage): void {
    if (this.#open) this.#office?.say(this.#client, JSON.stringify(message));
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    for (const sign of SIGNS) removeEventListener(sign, this.#look);
    this.#office?.leave(this.#client);
    this.#office = undefined;
  }

  /** A table that another tab has taken comes back when somebody turns to this one. */
  #look = (): void => {
    if (!this.#taken || this.#ended || document.visibilityState === 'hidden') return;
    this.#taken = false;
    this.#connect();
  };

  #connect(): void {
    if (this.#ended) return;
    try {
      const found = office();
      this.#office = found;
      this.#client = found.connect(this.#table, {
        opened: () => {
          this.#open = true;
          this.#wait = FIRST_WAIT;
          this.#listener.opened();
        },
        heard: (text) => this.#listener.heard(checked(JSON.parse(text) as wire.ServerMessage)),
        lost: (taken) => this.#lost(taken ? 'taken' : 'broken'),
      });
    } catch {
      this.#lost('broken');
    }
  }

  #lost(why: Loss): void {
    if (this.#ended) return;
    this.#open = false;
    this.#taken = why === 'taken';
    this.#office = undefined;
    this.#listener.lost(why);
    if (why === 'taken') return;
    this.#again = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
