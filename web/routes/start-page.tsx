// Hydrates the prerendered public page and prefetches links that are hovered or focused.
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Providers } from './Providers.tsx'
import { PublicDocument } from './PublicDocument.tsx'
import { isPublic, publicAt, site } from './public-screens.tsx'

export async function hydratePage(root: HTMLElement, path: string): Promise<void> {
  const { language, load } = publicAt(path)
  await Promise.allSettled([site.load(language), load(language)])
  // In slices, so that a slow phone scrolls and types meanwhile.
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
  fetchOnPointing()
}

const fetched = new Set<string>()

function fetchOnPointing(): void {
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
  if (!isPublic(path)) void import('./preload.ts').then(({ preload }) => preload(path))
}
