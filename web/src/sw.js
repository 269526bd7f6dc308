// Keeps the page, its fonts and the module of the game, so that all but playing with others works without the net. What a
// server tells of tables is never kept; boards are, as they are the same for everybody.
const FILES = [/* files */];
const SHELL = ['/', '/icon.svg', '/manifest.webmanifest'];
const BOARDS = /^\/api\/boards\/[\w-]+(\.svg)?$/;
const NAME = `fogbound-${
  FILES.join('')
    .split('')
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7) >>> 0
}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([...SHELL, ...FILES]))
      // Where another one is at work, this one waits until nobody plays.
      .then(() => (self.registration.active ? undefined : self.skipWaiting())),
  );
});

/** A page that is not in a game asks for the change. Never in a game, of any tab: its files would be gone. */
self.addEventListener('message', (event) => {
  if (event.data !== 'renew') return;
  event.waitUntil(
    navigator.locks.query().then(({ held }) => {
      // The address of a page is the one that it was opened with, wherever it went since; so a lock tells who plays.
      const playing = held.some(({ name }) => name === 'fogbound playing');
      return playing ? undefined : self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('fogbound-') && name !== NAME;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (BOARDS.test(url.pathname)) {
    event.respondWith(newest(request));
  } else if (url.pathname.startsWith('/api/')) {
    return;
  } else if (request.mode === 'navigate') {
    event.respondWith(page(request));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(kept(request));
  } else {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

/** Every address of the app is the same page; a folder of files knows the first one only. */
async function page(request) {
  const response = await fetch(request).catch(() => null);
  if (response !== null && response.status !== 404) return response;
  return (await caches.match('/')) ?? response ?? Response.error();
}

/** Files whose names change with what they hold are fetched once. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) (await caches.open(NAME)).put(request, response.clone());
  return response;
}

/** What may have changed is asked for, and kept for when the net is gone. */
async function newest(request) {
  try {
    const response = await fetch(request);
    if (response.ok) (await caches.open(NAME)).put(request, response.clone());
    return response;
  } catch (error) {
    const found = await caches.match(request);
    if (found) return found;
    throw error;
  }
}

/** A notice that is clicked leads to the table that it came from. */
self.addEventListener('notificationclick', (event) => {
  const url = event.notification.data;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const page = pages.find((page) => page.url === url);
      return page ? page.focus() : self.clients.openWindow(url);
    }),
  );
});
