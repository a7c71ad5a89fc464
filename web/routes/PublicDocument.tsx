// A public page as a plain document, without a router: rendered at build, hydrated in the browser; its links fetch other documents.
import { type ComponentType, type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react'
import { DocumentLink, NavigationProvider } from '../navigation/navigation.tsx'
import { useOffer } from '../site/offer.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { Overlay } from '../ui/feedback/Overlay.tsx'
import { LanguageProvider } from '../words/LanguageProvider.tsx'
import { PublicSessionWatch } from './PublicSessionWatch.tsx'
import { findPublicScreen, site } from './public-screens.tsx'

export function PublicDocument({ path }: { path: string }) {
  const { language, View } = findPublicScreen(path, useOffer() ? 'sold' : 'free')
  return (
    <LanguageProvider language={language}>
      <ErrorBoundary page>
        <Suspense fallback={<Overlay />}>
          <DocumentNavigation path={path} Outlet={View}>
            <site.View />
          </DocumentNavigation>
          <PublicSessionWatch />
        </Suspense>
      </ErrorBoundary>
    </LanguageProvider>
  )
}

function DocumentNavigation({ path: pathname, Outlet, children }: { path: string; Outlet: ComponentType; children: ReactNode }) {
  const { hash, key } = useLocationHash()
  const navigation = useMemo(() => ({ location: { pathname, hash, key }, Link: DocumentLink, Outlet }), [pathname, hash, key, Outlet])
  return <NavigationProvider value={navigation}>{children}</NavigationProvider>
}

/** The hash of the address, and a key that changes when the same link is clicked again. */
function useLocationHash(): { hash: string; key: string } {
  const hash = useSyncExternalStore(
    subscribeToHash,
    () => location.hash,
    () => '',
  )
  const key = useSyncExternalStore(
    subscribeToHash,
    () => String(clicks),
    () => '0',
  )
  return { hash, key }
}

let clicks = 0

function subscribeToHash(notify: () => void): () => void {
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link?.hash || link.hash !== location.hash) return
    clicks++
    notify()
  }
  addEventListener('hashchange', notify)
  addEventListener('click', onClick)
  return () => {
    removeEventListener('hashchange', notify)
    removeEventListener('click', onClick)
  }
}
