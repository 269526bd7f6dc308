// Which transport leads to a table.
import { isLocal } from '../local/tables';
import { localTable } from './local';
import type { Connect } from './transport';
import { webSocket } from './websocket';

/** Tables are on this device, or at the server that the page came from. */
export function connectTo(table: string): Connect {
  return isLocal(table) ? localTable(table) : webSocket(table);
}
