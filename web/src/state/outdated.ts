// A page that is older than the server asks for files that are gone; it is loaded again then.
const STORE = 'fogbound-renewed';
/** If that did not help, it is not tried again at once. */
const PAUSE = 30_000;

export function renewWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(STORE) ?? 0) < PAUSE) return;
      sessionStorage.setItem(STORE, String(Date.now()));
      location.reload();
    } catch {
      // A browser that keeps nothing might load for ever.
    }
  });
}
