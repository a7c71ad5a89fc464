// What the engine says of the mail that is walked; it is loaded at the first step.
import { useState } from 'react'
import { useWords } from '../../../words.tsx'
import type { WalkMail } from './mails.ts'
import type { Walked } from './walked.ts'

type Engine = typeof import('./walked.ts')

/** `walked` is undefined until `begin` has brought the engine. */
export function useWalked(mail: WalkMail): { walked: Walked | undefined; begin(): void } {
  const t = useWords('sitehowitworks')
  const [engine, setEngine] = useState<Engine>()
  const [isAsked, setAsked] = useState(false)
  const begin = () => {
    if (isAsked) return
    setAsked(true)
    import('./walked.ts').then(setEngine, () => setAsked(false))
  }
  return { walked: engine?.walk(mail, [t('filter.bank'), t('filter.bills'), t('filter.school')]), begin }
}
