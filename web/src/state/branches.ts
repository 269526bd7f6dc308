// Games that are moments of other games played anew: the record of what they came from, kept in this browser. When such a game is
// shown beside that one, the record holds it from then on, for all that came from the same game.
const STORE = 'fogbound.branches';
/** So many are kept, none of them longer than this. */
const MOST = 12;
const LONGEST = 80_000;

interface Branch {
  table: string;
  record: string;
  /** Whether the record holds what was played at the table. */
  held?: boolean;
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

function write(branches: Branch[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(branches.slice(0, MOST)));
  } catch {
    // A browser that has no room left shows the branch alone.
  }
}

/** The game of a record, without its variations and the version that comes with them. */
function gameOf(record: string): string {
  return record
    .replace(/^variation [^]*/m, '')
    .replace(/^\[Fogbound "\d+"\]/m, '')
    .trim();
}

const variations = (record: string): number => record.match(/^variation /gm)?.length ?? 0;

/** Notes which game a table came from. If more is known of that game, it came from that. */
export function keepBranch(table: string, record: string): void {
  if (record.length > LONGEST) return;
  const others = read().filter((one) => one.table !== table);
  const known = others.filter((one) => gameOf(one.record) === gameOf(record)).map((one) => one.record);
  const fullest = [record, ...known].reduce((a, b) => (variations(b) > variations(a) ? b : a));
  write([{ table, record: fullest }, ...others]);
}

/** The record of the game that a table came from, and whether it holds what was played at the table. */
export function originOf(table: string): { record: string; held: boolean } | null {
  const found = read().find((one) => one.table === table);
  return found ? { record: found.record, held: found.held ?? false } : null;
}

/** Notes the record that holds what was played at a table beside the game that it came from. */
export function holdBranch(table: string, record: string): void {
  if (record.length > LONGEST) return;
  const game = gameOf(record);
  write(
    read().map((one) => {
      if (one.table === table) return { table, record, held: true };
      return gameOf(one.record) === game ? { ...one, record } : one;
    }),
  );
}
