// Games that are moments of other games played anew: the record of what they came from, kept in this browser.
const STORE = 'fogbound.branches';
/** So many are kept, none of them longer than this. */
const MOST = 12;
const LONGEST = 80_000;

interface Branch {
  table: string;
  record: string;
}

function read(): Branch[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    if (!Array.isArray(list)) return [];
    return (list as Partial<Branch>[]).filter(
      (one): one is Branch => typeof one?.table === 'string' && typeof one.record === 'string',
    );
  } catch {
    return [];
  }
}

/** Notes which game a table came from. */
export function keepBranch(table: string, record: string): void {
  if (record.length > LONGEST) return;
  const kept = [{ table, record }, ...read().filter((one) => one.table !== table)].slice(0, MOST);
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // A browser that has no room left shows the branch alone.
  }
}

/** The record of the game that a table came from. */
export function originOf(table: string): string | null {
  return read().find((one) => one.table === table)?.record ?? null;
}
