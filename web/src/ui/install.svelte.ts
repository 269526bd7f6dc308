// Installing the page as an app, where the browser can.
import { route } from '../router.svelte';

/** What a browser says when the page could be installed; no standard describes it yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered = $state.raw<InstallPrompt | null>(null);
let kept = $state(false);

/** Listens from now on; to be called early, as a browser says it once. */
export function followInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The page asks by itself, where it does not disturb.
    event.preventDefault();
    offered = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (offered = null));
}

/** A page that is still fetching its game wakes the older service worker when it has just ended for the newer one, and then it
 * stays for half a minute: so a newer page is asked for when this one has been here so long, in milliseconds. */
const SETTLED = 2500;
/** Who has just left a game still seems to be there for a moment: so it is asked for so often, so long apart. */
const [ASKED, APART] = [30, 500];

function wait(milliseconds: number): Promise<void> {
  return new Promise((later) => setTimeout(later, milliseconds));
}

async function askToRenew(registration: ServiceWorkerRegistration): Promise<void> {
  await wait(SETTLED);
  for (let asked = 0; asked < ASKED && registration.waiting && route().screen !== 'table'; asked += 1) {
    registration.waiting.postMessage('renew');
    await wait(APART);
  }
}

/** Keeps the files of the page for when the net is gone. A newer page takes over between games: one that is loaded at a table
 * does not ask for it, as it may not have said yet that somebody plays there. */
export async function followFiles(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js');
  await serviceWorker.ready;
  kept = __MODULE__ !== null;
  await askToRenew(registration);
}

/** Whether all that is played alone is kept on this device. */
export function worksOffline(): boolean {
  return kept;
}

export function canInstall(): boolean {
  return offered !== null;
}

export async function install(): Promise<void> {
  const prompt = offered;
  // It may be used once.
  offered = null;
  await prompt?.prompt();
}

/** Whether it is to be done by hand: on a phone or tablet of Apple's, in the browser. */
export function installByHand(agent = navigator.userAgent, touches = navigator.maxTouchPoints): boolean {
  const apple = /iPhone|iPad|iPod/.test(agent) || (agent.includes('Macintosh') && touches > 1);
  return apple && !matchMedia('(display-mode: standalone)').matches;
}
