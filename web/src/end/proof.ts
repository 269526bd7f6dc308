// What a record shows of itself, and what this browser saw of the game: both recomputed here.
import type { SeenGame } from '../state/witness';
import { brokenLink, type ChainRecord, commitment, isSigned, numbersHold, readChain, signedText } from './chain';
import { type SealVerdict, verifySeals } from './seals';

/** What became of the number that this browser promised. */
export type OwnNumber = 'none' | 'in' | 'left_out';

/** What is known of the signature: by a key of the server, by the key that is named, not to be told here, or that
 * there is none, as the game was played on one device. */
export type SignatureState = 'listed' | 'valid' | 'unchecked' | 'none';

/** A chain in which everything that could be checked agrees. */
export interface ChainVerdict {
  kind: 'chain';
  links: number;
  /** So many of the links were seen while the game was played. */
  seen: number;
  /** So many links, from the first on, are vouched for by what was seen: each stands for all before it. */
  vouched: number;
  /** How many people have added a number, and how many promised one that was left out. */
  people: number;
  leftOut: number;
  own: OwnNumber;
  signature: SignatureState;
  /** So many steps were played elsewhere, before the game came to its table. */
  moved: number;
}

/** What came of checking a record. */
export type Verdict =
  | SealVerdict
  | ChainVerdict
  /** A link does not fit what the record tells. */
  | { kind: 'broken'; link: number }
  /** A number is not the one that was promised. */
  | { kind: 'numbers' }
  /** The number that this browser added is not in the record. */
  | { kind: 'own_missing' }
  /** The server has told another head of a link than the record has. */
  | { kind: 'two_heads'; link: number }
  /** The signature is not by a key of the server. */
  | { kind: 'signature' };

/** How much of a game that agrees with its record was seen here while it was played. */
export type Sight = 'all' | 'part' | 'none';

/** What can be said of a game of which nothing is wrong: only as much as was seen of it. */
export function sight(verdict: ChainVerdict | (SealVerdict & { kind: 'holds' })): Sight {
  const all = verdict.kind === 'chain' ? verdict.links : verdict.seals;
  return verdict.seen === 0 ? 'none' : verdict.vouched === all ? 'all' : 'part';
}

/** Checks a whole record against itself, and against what was seen of the game. Nothing is said of a record that
 * claims no proofs. `keys` are those of the server on which it was played, where that is known. */
export async function verify(
  text: string,
  seen: SeenGame | null,
  promised: readonly string[],
  keys: readonly string[] | null,
): Promise<Verdict | null> {
  const record = readChain(text);
  if (record === null) {
    if (seen && Object.keys(seen.heads).length > 0) return { kind: 'broken', link: 0 };
    return verifySeals(text, promised, seen?.seals ?? []);
  }
  if (!numbersHold(record) || (seen?.promise ?? record.promise) !== record.promise) return { kind: 'numbers' };
  const broken = brokenLink(record);
  if (broken !== null) return { kind: 'broken', link: broken };

  const heads = Object.entries(seen?.heads ?? {}).map(([link, { head }]) => ({ link: Number(link), head }));
  const other = heads.find(({ link, head }) => record.links[link]?.head !== head)?.link ?? seen?.twice[0];
  if (other !== undefined) return { kind: 'two_heads', link: other };

  let own: OwnNumber = 'none';
  if (seen?.number !== undefined) {
    const added = record.contributions.find((it) => it.commitment === commitment(seen.number!));
    if (added === undefined) return { kind: 'own_missing' };
    own = added.number === seen.number ? 'in' : 'left_out';
  }

  const opened = record.contributions.filter(({ number }) => number !== '?').length;
  // What its first place is said to have signed, it must have signed.
  const { before } = record;
  if (before && before.key !== '' && (await isSigned(before.key, lastText(before), before.signature)) === false)
    return { kind: 'signature' };

  const verdict = {
    kind: 'chain' as const,
    links: record.links.length,
    seen: heads.length,
    vouched: Math.max(-1, ...heads.map(({ link }) => link)) + 1,
    people: opened,
    leftOut: record.contributions.length - opened,
    own,
    moved: record.moved ?? 0,
  };
  // A game that was over when it came to a server has nothing of its own.
  const elsewhere = record.tags.has('Brought') && record.moved === null && seen === null;
  const known = elsewhere ? null : keys;
  if (record.key === '' && (known === null || known.length === 0) && seen?.key === undefined)
    return { ...verdict, signature: 'none' };
  const good = await isSigned(record.key, lastText(record), record.signature);
  const listed = known?.includes(record.key);
  if (good === false || listed === false) return { kind: 'signature' };
  return { ...verdict, signature: good === null ? 'unchecked' : listed ? 'listed' : 'valid' };
}

/** The text that is signed for the last link. */
function lastText({ table, game, links }: ChainRecord): string {
  const last = links.length - 1;
  return signedText(table, game, last, links[last]?.head ?? '');
}
