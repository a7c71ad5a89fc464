// Keeps enforcing session limits on public pages; without a session nothing is loaded.
import { Suspense, useSyncExternalStore } from 'react'
import { hasStoredSession } from '../auth/stored-session.ts'
import { publicWatch } from './public-screens.tsx'

const never = () => () => {}

export function PublicSessionWatch() {
  const isKept = useSyncExternalStore(never, hasStoredSession, () => false)
  return <Suspense fallback={null}>{isKept && <publicWatch.View />}</Suspense>
}
