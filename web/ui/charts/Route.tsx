// A route of steps: done, current, ahead, or failed.
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { Clock } from '../text/Ago.tsx'

export interface Stop {
  key: string
  kind: 'done' | 'now' | 'ahead' | 'failed'
  text: ReactNode
  at?: string | null
}

export function Route({ label, stops }: { label: string; stops: readonly Stop[] }) {
  const t = useWords('ui')
  return (
    <ol className="route" aria-label={label}>
      {stops.map(stop => (
        <li key={stop.key} className={stop.kind} aria-current={stop.kind === 'now' ? 'step' : undefined}>
          <span className="min-w-0">
            {stop.text}
            {stop.kind === 'ahead' && <span className="sr-only">{t('route.ahead')}</span>}
          </span>
          {stop.at && <Clock at={stop.at} className="text-ink-2" />}
        </li>
      ))}
    </ol>
  )
}
