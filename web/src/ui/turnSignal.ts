// How a tab tells that it is one's turn: title, icon, and a notice of the browser if asked for.
import { t } from '../i18n/index.svelte';

export function showTurn(mine: boolean): void {
  document.title = mine ? `● ${t('turn.yours')} – Fogbound` : 'Fogbound';
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = mine ? '/icon-turn.svg' : '/icon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

/** Whether it is worth asking for notices: not where they are allowed, forbidden or unknown. */
export function mayAskNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

export async function askNotify(): Promise<void> {
  await Notification.requestPermission();
}

/** Tells that it is one's turn, if the page is out of sight. */
export async function notifyTurn(): Promise<void> {
  if (document.visibilityState !== 'hidden' || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const words = { body: t('turn.yours'), icon: '/icon-192.png', tag: 'turn', data: location.href };
  try {
    // On phones only the worker may show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification('Fogbound', words);
    else new Notification('Fogbound', words);
  } catch {
    // Title and icon of the tab tell it too.
  }
}
