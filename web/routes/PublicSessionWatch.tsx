// Keeps enforcing session limits on public pages; without a session nothing is loaded.
import { Suspense, useSyncExternalStore } from 'react'
import { hasStoredSession } from '../auth/stored-session.ts'
import { publicWatch } from './public-screens.tsx'

const noSubscription = () => () => {}

export function PublicSessionWatch() {
  const hasSession = useSyncExternalStore(noSubscription, hasStoredSession, () => false)
  return <Suspense fallback={null}>{hasSession && <publicWatch.View />}</Suspense>
}
