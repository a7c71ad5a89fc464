// The filter engine's result for the email in the walk-through, computed on the first step.
import { useState } from 'react'
import { useWords } from '../../../words/words.tsx'
import type { WalkMail } from './sample-emails.ts'
import type { Walked } from './walk-engine.ts'

type Engine = typeof import('./walk-engine.ts')

/** `walked` is undefined until `begin` has loaded the engine. */
export function useWalked(mail: WalkMail): { walked: Walked | undefined; begin(): void } {
  const t = useWords('sitehowitworks')
  const [engine, setEngine] = useState<Engine>()
  const [isAsked, setAsked] = useState(false)
  const begin = () => {
    if (isAsked) return
    setAsked(true)
    import('./walk-engine.ts').then(setEngine, () => setAsked(false))
  }
  return { walked: engine?.walk(mail, [t('filter.bank'), t('filter.bills'), t('filter.school')]), begin }
}
