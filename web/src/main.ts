import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { acceptDrops } from './end/dropped.svelte';
import { warmUp } from './local/office';
import { renewWhenOutdated } from './state/outdated';
import { firstLanguage, followPreferences } from './state/preferences.svelte';
import { followAmbience } from './ui/ambience.svelte';
import { followFiles, followInstall } from './ui/install.svelte';
import { followScreenSize } from './ui/screenSize.svelte';

// Where all files are kept on this device, the game is made ready while the start page is: whoever presses at once waits less.
if (location.pathname === '/' && navigator.serviceWorker?.controller) warmUp();

followPreferences();
followInstall();
followAmbience();
followScreenSize();
acceptDrops();
renewWhenOutdated();
void firstLanguage().then(() => {
  mount(App, { target: document.getElementById('app')! });
});

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void followFiles().catch(() => {}));
}
