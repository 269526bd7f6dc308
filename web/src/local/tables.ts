// Which tables are on this device, and whether it can have any.
const STORE = 'fogbound.local';
/** Where games alone are played, if somebody wants them on the server. */
const SOLO = 'fogbound.solo';

/** After how many milliseconds bots answer, if somebody has set that. */
const PACE = 'fogbound.pace';

export function ownPace(): number | null {
  const pace = Number(localStorage.getItem(PACE) ?? Number.NaN);
  return Number.isInteger(pace) && pace > 0 ? pace : null;
}

/** The tables of this device, the newest first. */
function localTables(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function isLocal(table: string): boolean {
  return localTables().includes(table);
}

export function keepTable(table: string): void {
  localStorage.setItem(STORE, JSON.stringify([...new Set([table, ...localTables()])]));
}

/** Takes a table off the list; what is kept of it is the Worker's to remove. */
export function dropTable(table: string): void {
  localStorage.setItem(STORE, JSON.stringify(localTables().filter((other) => other !== table)));
}

/** So many tables may be there that nothing leads to: one that was just made has no note yet. */
const FRESH = 20;

/** The tables of this device that nothing leads to any more, by those that something leads to. */
export function strayTables(known: ReadonlySet<string>): string[] {
  return localTables()
    .slice(FRESH)
    .filter((table) => !known.has(table));
}

/** Whether the page has a module, and the browser what it needs: it gives that to safe pages only. */
export function canPlayHere(): boolean {
  if (__MODULE__ === null || !isSecureContext || !('locks' in navigator) || typeof WebAssembly !== 'object')
    return false;
  try {
    return localStorage.getItem(SOLO) !== 'server';
  } catch {
    // A browser that keeps nothing cannot keep a game either.
    return false;
  }
}

/** Whether the page came from a folder of files: there is no server then. */
export function isStatic(): boolean {
  return document.querySelector('meta[name=fogbound][content=static]') !== null;
}
