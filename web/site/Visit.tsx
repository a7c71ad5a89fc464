// A public page as a document: drawn at build, taken over in the browser, its links fetch other documents. No router.
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react'
import { Spoken } from '../Spoken.tsx'
import { Overlay } from '../ui/Overlay.tsx'
import { DocumentLink, WaysProvider } from '../ways.tsx'
import { OutsideWatch } from './OutsideWatch.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { publicAt, site } from './screens.tsx'
import { useHashTaken } from './useHashTaken.ts'

export function Visit({ path }: { path: string }) {
  const { language, View } = publicAt(path)
  return (
    <Spoken language={language}>
      <PageBoundary>
        <Suspense fallback={<Overlay />}>
          <DocumentWays path={path} Outlet={View}>
            <site.View />
          </DocumentWays>
          <OutsideWatch />
        </Suspense>
      </PageBoundary>
    </Spoken>
  )
}

function DocumentWays({ path: pathname, Outlet, children }: { path: string; Outlet: ComponentType; children: ReactNode }) {
  const { hash, key } = useHashTaken()
  const ways = useMemo(() => ({ place: { pathname, hash, key }, Link: DocumentLink, Outlet }), [pathname, hash, key, Outlet])
  return <WaysProvider value={ways}>{children}</WaysProvider>
}
