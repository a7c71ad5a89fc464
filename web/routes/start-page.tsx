// Hydrates the prerendered public page and prefetches links that are hovered or focused.
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { offerOfDocument } from '../site/offer.ts'
import { Providers } from './Providers.tsx'
import { PublicDocument } from './PublicDocument.tsx'
import { findPublicScreen, isPublicPath, site } from './public-screens.tsx'

export async function hydratePage(root: HTMLElement, path: string): Promise<void> {
  // An email link whose maker named no page.
  if (/[#&]error=/.test(location.hash)) {
    const screen = (await import('../auth/link-result.ts')).screenForLinkResult(location.hash)
    if (screen) return location.replace(screen + location.hash)
  }
  const { language, load } = findPublicScreen(path, offerOfDocument() ? 'sold' : 'free')
  await Promise.allSettled([site.load(language), load(language)])
  // In time slices, so that a slow phone can scroll and type meanwhile.
  startTransition(
    () =>
      void hydrateRoot(
        root,
        <StrictMode>
          <Providers>
            <PublicDocument path={path} />
          </Providers>
        </StrictMode>,
      ),
  )
  prefetchOnHover()
}

const prefetched = new Set<string>()

function prefetchOnHover(): void {
  const onPointerOver = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) prefetch(link.pathname)
  }
  document.addEventListener('pointerover', onPointerOver, { passive: true })
  document.addEventListener('focusin', onPointerOver)
}

function prefetch(path: string): void {
  // The source is an archive of megabytes.
  if (path === location.pathname || path.startsWith('/source') || prefetched.has(path)) return
  prefetched.add(path)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: path }))
  if (!isPublicPath(path)) void import('./preload.ts').then(({ preload }) => preload(path))
}
