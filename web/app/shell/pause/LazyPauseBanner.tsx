// Loads the pause banner only while all phones are paused.
import { Suspense } from 'react'
import { screen } from '../../../navigation/screen.tsx'
import { usePause } from '../../queries/pause.ts'

const banner = screen(['pause'], async () => (await import('./PauseBanner.tsx')).PauseBanner)

export function LazyPauseBanner() {
  return <Suspense fallback={null}>{usePause() && <banner.View />}</Suspense>
}
