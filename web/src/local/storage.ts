// Where the entries of local tables are kept: in the database of the browser, each encrypted with a key that this
// Worker made, and that nobody can read out. That guards against a glance, not against the owner of the device.
const NAME = 'fogbound';
const KEY = 'entries';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** What was appended does not follow what is kept: another tab has written, or the table has left this device. */
export class Conflict extends Error {}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the database failed'));
  });
}

/** The keys of all entries of a table. */
function all(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table, 1], [table, Number.MAX_SAFE_INTEGER]);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Storage {
  readonly #database: IDBDatabase;
  readonly #key: CryptoKey;

  private constructor(database: IDBDatabase, key: CryptoKey) {
    this.#database = database;
    this.#key = key;
  }

  static async open(): Promise<Storage> {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('keys');
      opening.result.createObjectStore('entries');
    };
    const database = await done(opening);
    return new Storage(database, await ownKey(database));
  }

  /** Appends entries after a version. When this has returned they are kept. */
  async append(table: string, after: number, entries: string[]): Promise<void> {
    const sealed = await Promise.all(entries.map((text, index) => this.#seal(table, after + index + 1, text)));
    const transaction = this.#database.transaction('entries', 'readwrite', { durability: 'strict' });
    const ended = finished(transaction);
    const store = transaction.objectStore('entries');
    // What it follows must be there still, and an entry that is there already is not written over: else nothing is written.
    let gone = false;
    if (after > 0) {
      const before = store.getKey([table, after]);
      before.onsuccess = () => {
        gone = before.result === undefined;
        if (gone) transaction.abort();
      };
    }
    for (const [index, one] of sealed.entries()) store.add(one, [table, after + index + 1]);
    await ended.catch((error: unknown) => {
      const taken = error instanceof DOMException && error.name === 'ConstraintError';
      throw gone || taken ? new Conflict() : error;
    });
  }

  /** All entries of a table, in their order. */
  async read(table: string): Promise<string[]> {
    const store = this.#database.transaction('entries').objectStore('entries');
    const sealed = (await done(store.getAll(all(table)))) as Sealed[];
    return Promise.all(sealed.map((one, index) => this.#open(table, index + 1, one)));
  }

  async remove(table: string): Promise<void> {
    const transaction = this.#database.transaction('entries', 'readwrite');
    const ended = finished(transaction);
    transaction.objectStore('entries').delete(all(table));
    await ended;
  }

  async #seal(table: string, version: number, text: string): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(this.#way(iv, table, version), this.#key, encoder.encode(text));
    return { iv, data };
  }

  async #open(table: string, version: number, { iv, data }: Sealed): Promise<string> {
    return decoder.decode(await crypto.subtle.decrypt(this.#way(iv, table, version), this.#key, data));
  }

  /** An entry opens at its own place only. */
  #way(iv: Uint8Array<ArrayBuffer>, table: string, version: number): AesGcmParams {
    return { name: 'AES-GCM', iv, additionalData: encoder.encode(`${table} ${version}`) };
  }
}

/** The key of this browser, made when it is first wanted. It cannot be read out, only used. */
async function ownKey(database: IDBDatabase): Promise<CryptoKey> {
  const find = (): Promise<CryptoKey | undefined> =>
    done(database.transaction('keys').objectStore('keys').get(KEY) as IDBRequest<CryptoKey | undefined>);
  const known = await find();
  if (known) return known;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('fogbound entries') };
  const made = await crypto.subtle.deriveKey(way, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  secret.fill(0);
  const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
  const ended = finished(transaction);
  transaction.objectStore('keys').add(made, KEY);
  try {
    await ended;
    return made;
  } catch (error) {
    // Another tab was faster.
    const theirs = await find();
    if (theirs) return theirs;
    throw error;
  }
}
