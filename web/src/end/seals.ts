// The seals of a game, as servers published them before there was a chain: recomputed here.
import type { TableEvent } from '../protocol/messages';
import { gameLines } from './chain';
import { sha256 } from './sha256';

/** What came of checking a record. */
export type SealVerdict =
  /** All fit the record. So many of them were seen while the game was played, and so many, from the first on, are
   * vouched for by these: each stands for all before it. */
  | { kind: 'holds'; seals: number; seen: number; vouched: number }
  /** The seal after so many decisions and draws does not fit what the record tells. */
  | { kind: 'forged'; plays: number }
  /** A seal that was published during the game is not in the record. */
  | { kind: 'missing' };

interface Seal {
  plays: number;
  salt: string;
  hash: string;
}

interface Written {
  deal: string;
  /** The decisions and draws with their rounds, in order; announcements are left out. */
  plays: { round: string; item: string }[];
  seals: Seal[];
}

/** The last record of a text, as far as proofs are about it. */
function read(text: string): Written {
  let written: Written = { deal: '', plays: [], seals: [] };
  for (const line of gameLines(text)) {
    const round = /^(\d+)\.(.*)$/.exec(line);
    if (line.startsWith('[Fogbound ')) written = { deal: '', plays: [], seals: [] };
    else if (line.startsWith('deal ')) written.deal = `${line}\n`;
    else if (line.startsWith('proof ')) {
      const [, plays = '', salt = '', hash = ''] = line.split(/\s+/);
      written.seals.push({ plays: Number(plays), salt, hash });
    } else if (round) {
      const [, number = '', items = ''] = round;
      for (const item of items.split(';').map((item) => item.trim())) {
        if (!item.startsWith('open ')) written.plays.push({ round: number, item });
      }
    }
  }
  return written;
}

/** The text of the deal and of the first decisions and draws: one line a round. */
function told({ deal, plays }: Written, many: number): string {
  const rounds: string[] = [];
  let current = '';
  for (const { round, item } of plays.slice(0, many)) {
    if (round === current) rounds[rounds.length - 1] += `; ${item}`;
    else rounds.push(`${round}. ${item}`);
    current = round;
  }
  return deal + rounds.map((line) => `${line}\n`).join('');
}

function holds(written: Written, { plays, salt, hash }: Seal): boolean {
  if (!/^[0-9a-f]{32}$/.test(salt) || !(plays <= written.plays.length)) return false;
  const secret = Uint8Array.from(salt.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const text = new TextEncoder().encode(told(written, plays));
  const bytes = new Uint8Array(secret.length + text.length);
  bytes.set(secret);
  bytes.set(text, secret.length);
  return sha256(bytes) === hash;
}

/** Checks a whole record against itself, against the hashes that were published in the game as it is told now, and
 * against those that were seen while it was played, some of which may have been taken back. Nothing is said of a
 * record without seals. */
export function verifySeals(record: string, promised: readonly string[], seen: readonly string[]): SealVerdict | null {
  const written = read(record);
  const forged = written.seals.find((seal) => !holds(written, seal));
  if (forged) return { kind: 'forged', plays: forged.plays };
  const opened = new Set(written.seals.map(({ hash }) => hash));
  // The deal is never taken back: of a game of which anything was seen at least that is left.
  const lost = seen.length > 0 && !seen.some((hash) => opened.has(hash));
  if (lost || !promised.every((hash) => opened.has(hash))) return { kind: 'missing' };
  if (written.seals.length === 0) return null;
  const known = written.seals.map(({ hash }) => seen.includes(hash));
  return {
    kind: 'holds',
    seals: known.length,
    seen: known.filter(Boolean).length,
    vouched: known.lastIndexOf(true) + 1,
  };
}

/** The hashes that were published in the last game; a move that was taken back takes its own along. */
export function promises(events: TableEvent[]): string[] {
  let made: { hash: string; after: number }[] = [];
  let happened = 0;
  for (const event of events) {
    if (event.what === 'began') [made, happened] = [[], 0];
    if (event.what === 'began' || event.what === 'played') {
      happened += event.events.length;
      if (typeof event.proof === 'string') made.push({ hash: event.proof, after: happened });
    } else if (event.what === 'undone') {
      happened = event.events;
      made = made.filter(({ after }) => after <= happened);
    }
  }
  return made.map(({ hash }) => hash);
}
