// Fetches what a link leads to when it is pointed at: a document, or a screen of the app.
import { isPublic } from './screens.tsx'

const fetched = new Set<string>()

export function fetchOnPointing(): void {
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) ahead(link.pathname)
  }
  document.addEventListener('pointerover', point, { passive: true })
  document.addEventListener('focusin', point)
}

function ahead(path: string): void {
  if (path === location.pathname || fetched.has(path)) return
  fetched.add(path)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: path }))
  if (!isPublic(path)) void import('../preload.ts').then(({ preload }) => preload(path))
}
