/** Does something when the browser has nothing else to do, after a fifth of a second at the latest; gives what calls it off. */
export function whenIdle(then: () => void): () => void {
  // Not every browser tells when it is idle.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(then, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(then, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}
