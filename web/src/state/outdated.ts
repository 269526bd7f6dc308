// A page that is older than the server asks for files that are gone; it is loaded again then.
const STORE = 'fogbound-renewed';
/** If that did not help, it is not tried again at once. */
const PAUSE = 30_000;

/** How much is on its way that would be lost. */
let holding = 0;
let outdated = false;

export function renewWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    outdated = true;
    if (holding === 0) renew();
  });
}

/** Does something during which the page is not loaded again; if that is due, it follows, from wherever it led to. */
export async function beforeRenewal(work: () => Promise<void>): Promise<void> {
  holding += 1;
  try {
    await work();
    if (outdated && holding === 1) renew();
  } finally {
    holding -= 1;
  }
}

function renew(): void {
  outdated = false;
  if (!navigator.onLine) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(STORE) ?? 0) < PAUSE) return;
    sessionStorage.setItem(STORE, String(Date.now()));
    location.reload();
  } catch {
    // A browser that keeps nothing might load for ever.
  }
}
