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

function read(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function isLocal(table: string): boolean {
  return read().includes(table);
}

export function keepTable(table: string): void {
  localStorage.setItem(STORE, JSON.stringify([...new Set([table, ...read()])]));
}

/** Forgets a table of this device, and all that is kept of it. */
export async function forgetTable(table: string): Promise<void> {
  localStorage.setItem(STORE, JSON.stringify(read().filter((other) => other !== table)));
  const { office } = await import('./office');
  (await office()).forget(table);
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
