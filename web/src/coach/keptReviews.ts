// Reviews that came to their end on this device, so that nobody waits twice for the same. They hang on the module that made them: another
// one makes its own. A browser that keeps nothing, or a page without a safe address, does without.
const NAME = 'reviews';

/** So many are kept; the oldest go first. */
const MOST = 20;

async function address(version: string, record: string): Promise<string> {
  const text = new TextEncoder().encode(`${version}\n${record}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return `/kept-review/${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export async function keptReview(version: string, record: string): Promise<string | undefined> {
  try {
    const cache = await caches.open(NAME);
    return await (await cache.match(await address(version, record)))?.text();
  } catch {
    return undefined;
  }
}

export async function keepReview(version: string, record: string, report: string): Promise<void> {
  try {
    const cache = await caches.open(NAME);
    await cache.put(await address(version, record), new Response(report));
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
  } catch {
    // It is found again the next time.
  }
}
