import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { acceptDrops } from './end/dropped.svelte';
import { renewWhenOutdated } from './state/outdated';
import { firstLanguage, followPreferences } from './state/preferences.svelte';
import { followAmbience } from './ui/ambience.svelte';
import { followFiles, followInstall } from './ui/install.svelte';
import { followScreenSize } from './ui/screenSize.svelte';

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
