// Shows the error card in place of a public page that failed to render; the card is loaded only then.
import { lazy, type ReactNode, Suspense } from 'react'
import { Boundary } from '../ui/feedback/Boundary.tsx'
import { FailedPage } from '../ui/feedback/FailedPage.tsx'
import { column } from './column.ts'

const ErrorCard = lazy(async () => ({ default: (await import('../ui/feedback/ErrorCard.tsx')).ErrorCard }))

export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary
    fallback={(error, retry) => (
      <Boundary fallback={() => <FailedPage error={error} />}>
        <main id="main" className={`${column} py-16`}>
          <Suspense fallback={null}>
            <ErrorCard error={error} onRetry={retry} />
          </Suspense>
        </main>
      </Boundary>
    )}
  >
    {children}
  </Boundary>
)
