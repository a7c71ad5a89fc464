// The service worker: shows the offline page and push notifications, and caches nothing else.
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

self.addEventListener('push', event => {
  const { title, text, path } = event.data.json()
  // A newer notice about the same page takes the place of the one before.
  const shown = { body: text, icon: '/icon-192.png', badge: '/icon-192.png', tag: path, data: { path } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** In the window that shows it, or in a new one: what somebody is typing elsewhere stays. Nowhere but on our own pages. */
async function open(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(one => new URL(one.url).pathname === url.pathname)
  await (shown ? shown.focus() : self.clients.openWindow(url.href))
}
