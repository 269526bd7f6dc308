// The chain of a game, recomputed from its record: what a server published of each step, and what that was made of.
// docs/protocol.md describes it. The deal is not dealt again here: that takes the rules, which the program has.
import { sha256 } from './sha256';

/** The lines of a record that its chain is about. */
export interface ChainRecord {
  tags: Map<string, string>;
  deal: string;
  /** The decisions and draws with their rounds, in order; announcements are left out. */
  steps: string[];
  table: string;
  game: string;
  /** What the server promised, and its number; a question mark while the game goes on. */
  promise: string;
  server: string;
  /** So many of the steps were played elsewhere, before the game came to this table; and what was published of them there. */
  moved: number | null;
  before: ChainRecord | null;
  contributions: { guest: string; commitment: string; number: string; line: string }[];
  links: { head: string; kind: string }[];
  key: string;
  signature: string;
}

/** The lines of records without their variations, which have no proofs. */
export function* gameLines(text: string): Generator<string> {
  let varied = false;
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line.startsWith('[')) varied = false;
    else if (line.startsWith('variation ')) varied = true;
    if (!varied) yield line;
  }
}

/** The last record of a text, if it has a chain. */
export function readChain(text: string): ChainRecord | null {
  let record = empty();
  let before: string[] = [];
  for (const line of gameLines(text)) {
    if (line.startsWith('[Fogbound ')) [record, before] = [empty(), []];
    const tag = /^\[(\S+) "(.*)"\]$/.exec(line);
    const round = /^(\d+)\.(.*)$/.exec(line);
    const [word = '', ...words] = line.split(/\s+/);
    if (tag) record.tags.set(tag[1]!, tag[2]!.replace(/\\(.)/g, '$1'));
    else if (round) {
      const items = round[2]!.split(';').map((item) => item.trim());
      record.steps.push(...items.filter((item) => !item.startsWith('open ')).map((item) => `${round[1]}. ${item}`));
    } else if (word === 'deal') record.deal = line;
    else if (word === 'chain') [record.table, record.game, record.promise, record.server] = fill(words, 4);
    else if (word === 'moved') record.moved = Number(words[0]);
    else if (word === 'before') before.push(line.slice('before '.length));
    else if (word === 'number') {
      const [guest, commitment, number] = fill(words, 3);
      record.contributions.push({ guest, commitment, number, line });
    } else if (word === 'head') record.links.push({ head: words[0] ?? '', kind: words.slice(1).join(' ') });
    else if (word === 'signature') [record.key, record.signature] = fill(words, 2);
  }
  if (before.length > 0 && record.moved !== null) {
    const { tags, deal, steps } = record;
    const told = readChain(before.join('\n'));
    // There the game had no end.
    const open = new Map([...tags, ['Result', '*']]);
    if (told) record.before = { ...told, tags: open, deal, steps: steps.slice(0, record.moved) };
  }
  return record.table === '' ? null : record;
}

function empty(): ChainRecord {
  return {
    tags: new Map(),
    deal: '',
    steps: [],
    table: '',
    game: '',
    promise: '',
    server: '',
    moved: null,
    before: null,
    contributions: [],
    links: [],
    key: '',
    signature: '',
  };
}

function fill<N extends number>(
  words: string[],
  many: N,
): { [K in number]: string } & [string, string, string, string] {
  return Array.from({ length: many }, (_, index) => words[index] ?? '') as never;
}

const encoder = new TextEncoder();

/** The bytes of texts and of hexadecimal digits, put together. */
function bytes(...parts: (string | Uint8Array)[]): Uint8Array {
  const all = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function ofHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const HEX = /^[0-9a-f]{64}$/;

/** What a number is promised by. */
export function commitment(number: string): string {
  return sha256(ofHex(number));
}

/** The first link that does not stand for what the record tells; none if all do, and the game has an end. What was
 * published elsewhere must fit too, as far as it goes. */
export function brokenLink(record: ChainRecord): number | null {
  const { links, steps, moved, before } = record;
  if (moved !== null && !(moved <= steps.length)) return 0;
  if (before && (!numbersHold(before) || firstMisfit(before) !== null)) return 0;
  const misfit = firstMisfit(record);
  if (misfit !== null) return misfit;
  const ended = (record.tags.get('Result') ?? '*') !== '*' || links.at(-1)?.kind === 'abandoned';
  return links.length === 0 || !ended ? links.length : null;
}

/** The first link that does not stand for its step, or the number of links if a step has none. */
function firstMisfit(record: ChainRecord): number | null {
  const { links, steps, server, moved } = record;
  const result = record.tags.get('Result') ?? '*';
  const ending = result === '*' ? [] : [`result ${result}`];
  const left = steps.slice(moved ?? 0);
  let [head, back] = [new Uint8Array(), 0];
  for (const [number, link] of links.entries()) {
    let lines: string[];
    if (number === 0) lines = [...beginning(record), ...(steps.length === 0 ? ending : [])];
    else if (link.kind === '') {
      const step = left.shift();
      if (step === undefined || back > 0) return number;
      lines = [step, ...(left.length === 0 ? ending : [])];
    } else if (link.kind.startsWith('back ')) {
      back += 1;
      lines = [link.kind.slice('back '.length)];
    } else if (link.kind === 'undo' && back > 0) {
      back -= 1;
      lines = ['undo'];
    } else if (link.kind === 'abandoned' && number === links.length - 1) lines = ['abandoned'];
    else return number;
    const salt = ofHex(sha256(bytes(ofHex(server), `salt ${number}`))).slice(0, 16);
    const step = sha256(bytes(salt, lines.map((line) => `${line}\n`).join('')));
    head = ofHex(sha256(bytes(head, ofHex(step)))) as Uint8Array<ArrayBuffer>;
    if (sha256Hex(head) !== link.head) return number;
  }
  return left.length > 0 || back > 0 ? links.length : null;
}

function sha256Hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function beginning(record: ChainRecord): string[] {
  const { tags, table, game, promise, contributions, deal, moved, before, steps } = record;
  const earlier = before?.links.at(-1);
  const named = ['Edition', 'Board', 'Options', 'Detectives'].filter((tag) => tags.has(tag));
  return [
    `table ${table}`,
    `game ${game}`,
    ...named.map((tag) => `${tag.toLowerCase()} ${tags.get(tag)}`),
    `server ${promise}`,
    ...contributions.map(({ line }) => line),
    ...(deal === '' ? [] : [deal]),
    ...(moved === null ? [] : [`moved ${moved}`]),
    ...(earlier ? [`before ${earlier.head}`] : []),
    ...steps.slice(0, moved ?? 0),
  ];
}

/** Whether every opened number is the one that was promised. */
export function numbersHold({ promise, server, contributions }: ChainRecord): boolean {
  const kept = (promised: string, number: string): boolean => HEX.test(number) && commitment(number) === promised;
  return kept(promise, server) && contributions.every((it) => it.number === '?' || kept(it.commitment, it.number));
}

/** The text that is signed for a link. */
export function signedText(table: string, game: string | number, link: number, head: string): string {
  return `fogbound head\n${table}\n${game}\n${link}\n${head}\n`;
}

/** Whether a signature is by a key; null where this browser cannot tell. */
export async function isSigned(key: string, text: string, signature: string): Promise<boolean | null> {
  // Pages over plain HTTP have no such thing, and older browsers do not know the kind of key.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  try {
    const own = await subtle.importKey('raw', ofHex(key) as BufferSource, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', own, ofHex(signature) as BufferSource, bytes(text) as BufferSource);
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
}
