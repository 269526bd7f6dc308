// How a tab tells that it is one's turn: title, icon, and a notice of the browser if asked for.
import { t } from '../i18n/index.svelte';

export function showTurn(mine: boolean): void {
  document.title = mine ? `● ${t('turn.yours')} – Fogbound` : 'Fogbound';
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = mine ? '/icon-turn.svg' : '/icon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

export function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

export async function askNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

export function notifyTurn(): void {
  if (document.visibilityState === 'hidden' && mayNotify()) {
    new Notification('Fogbound', { body: t('turn.yours'), icon: '/icon-192.png', tag: 'turn' });
  }
}
