// The filter engine's result for the email in the walk-through, computed on the first step.
import { useState } from 'react'
import { useWords } from '../../../words/words.tsx'
import type { WalkEmail } from './sample-emails.ts'
import type { WalkResult } from './walk-engine.ts'

type Engine = typeof import('./walk-engine.ts')

/** `result` is undefined until `loadEngine` has loaded the engine. */
export function useWalkResult(email: WalkEmail): { result: WalkResult | undefined; loadEngine(): void } {
  const t = useWords('sitehowitworks')
  const [engine, setEngine] = useState<Engine>()
  const [hasStarted, setStarted] = useState(false)
  const loadEngine = () => {
    if (hasStarted) return
    setStarted(true)
    import('./walk-engine.ts').then(setEngine, () => setStarted(false))
  }
  return { result: engine?.walk(email, [t('filter.bank'), t('filter.bills'), t('filter.school')]), loadEngine }
}
