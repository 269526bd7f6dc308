// Which transport leads to a table.
import type { Connect } from './transport';
import { webSocket } from './websocket';

/** Tables are at the server that the page came from. */
export function connectTo(table: string): Connect {
  return webSocket(table);
}
