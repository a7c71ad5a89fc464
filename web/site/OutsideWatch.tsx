// The session's limits hold on public pages too; who is not signed in loads nothing for that.
import { Suspense, useSyncExternalStore } from 'react'
import { isSessionKept } from '../auth/kept.ts'
import { publicWatch } from './screens.tsx'

const never = () => () => {}

export function OutsideWatch() {
  const isKept = useSyncExternalStore(never, isSessionKept, () => false)
  return <Suspense fallback={null}>{isKept && <publicWatch.View />}</Suspense>
}
