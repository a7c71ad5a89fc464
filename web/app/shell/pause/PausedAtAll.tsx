// Loads the pause banner only while all phones are paused.
import { Suspense } from 'react'
import { screen } from '../../../navigation/screen.tsx'
import { usePause } from '../../queries/pause.ts'

const line = screen(['pause'], async () => (await import('./PauseLine.tsx')).PauseLine)

export function PausedAtAll() {
  return <Suspense fallback={null}>{usePause() && <line.View />}</Suspense>
}
