// Shows the offline page while there is no connection. Nothing else is kept: no mail, no answer of the server, no page.
const kept = 'offline-__version__'

self.addEventListener('install', event => {
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(['/offline', '/favicon.svg'])))
  self.skipWaiting()
})

self.addEventListener('activate', event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(name => name !== kept).map(name => caches.delete(name)))))
})

self.addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/offline')))
})
