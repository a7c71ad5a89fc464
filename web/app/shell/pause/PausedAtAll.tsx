// Whether everything is paused; what says so is fetched only then.
import { Suspense } from 'react'
import { screen } from '../../../screen.tsx'
import { usePause } from './pause.ts'

const line = screen(['pause'], async () => (await import('./PauseLine.tsx')).PauseLine)

export function PausedAtAll() {
  return <Suspense fallback={null}>{usePause() && <line.View />}</Suspense>
}
