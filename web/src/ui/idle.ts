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

/** Does something again and again while the page is in sight; gives what calls it off. */
export function whileSeen(seconds: number, then: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') then();
  }, seconds * 1000);
  return () => clearInterval(timer);
}
