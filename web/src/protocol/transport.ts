// How messages travel between a table and the page. Screens and state know this interface only, not
// what is behind it.
import type { ClientMessage, ServerMessage } from './messages';

/** Why there is no connection: the net is gone, another tab has the table, or what holds it on this device does not run. */
export type Loss = 'net' | 'taken' | 'broken';

/** What a transport tells. */
export interface TransportListener {
  /** There is a connection, for the first time or again: the table waits for `hello`. */
  opened(): void;
  /** A message came. */
  heard(message: ServerMessage): void;
  /** The connection is gone. The transport tries by itself to open it again, until it is closed; a table that another tab
   * has comes back when somebody turns to this one. */
  lost(why: Loss): void;
}

export interface Transport {
  /** Sends a message if there is a connection; otherwise it is dropped. */
  send(message: ClientMessage): void;
  /** Ends the connection; nothing is told any more. */
  close(): void;
}

/** Begins to connect. Nothing is told before it has returned. */
export type Connect = (listener: TransportListener) => Transport;
