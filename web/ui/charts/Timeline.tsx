// A timeline of steps: done, current, upcoming, or failed.
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { TimeOfDay } from '../text/Ago.tsx'

export interface TimelineStep {
  key: string
  kind: 'done' | 'now' | 'ahead' | 'failed'
  text: ReactNode
  at?: string | null
}

export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  const t = useWords('ui')
  return (
    <ol className="route" aria-label={label}>
      {steps.map(step => (
        <li key={step.key} className={step.kind} aria-current={step.kind === 'now' ? 'step' : undefined}>
          <span className="min-w-0">
            {step.text}
            {step.kind === 'ahead' && <span className="sr-only">{t('route.ahead')}</span>}
          </span>
          {step.at && <TimeOfDay at={step.at} className="text-ink-2" />}
        </li>
      ))}
    </ol>
  )
}
