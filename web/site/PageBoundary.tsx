// Shows the error card in place of a page that failed to render; the card is loaded only then.
import { lazy, type ReactNode, Suspense } from 'react'
import { Boundary } from '../ui/feedback/Boundary.tsx'
import { FailedPage } from '../ui/feedback/FailedPage.tsx'
import { column } from './column.ts'

const ErrorCard = lazy(async () => ({ default: (await import('../ui/feedback/ErrorCard.tsx')).ErrorCard }))

/** `resetOn`: the path, where the page below it changes. */
export const PageBoundary = ({ children, resetOn }: { children: ReactNode; resetOn?: string }) => (
  <Boundary
    {...(resetOn !== undefined && { resetOn })}
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
