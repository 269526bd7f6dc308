// Keeps the start page and the rules for when the net is gone. What the server tells of tables is
// never kept.
const FILES = [/* files */];
const SHELL = ['/', '/icon.svg', '/manifest.webmanifest'];
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
      .then(() => self.skipWaiting()),
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
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/')));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(kept(request));
  } else {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

/** Files whose names change with what they hold are fetched once. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) (await caches.open(NAME)).put(request, response.clone());
  return response;
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
