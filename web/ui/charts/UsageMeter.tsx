// A meter of what is used of a limit, also stated in words.
import { type ReactNode, useId } from 'react'
import { usageWarning } from '../../../core/notifications/usage.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

interface UsageMeterProps {
  label: string
  used: number
  /** Null is no limit. */
  limit: number | null
  /** Using everything is nothing to worry about. */
  calm?: boolean
  /** A sentence about it. */
  children?: ReactNode
}

export function UsageMeter({ label, used, limit, calm = false, children }: UsageMeterProps) {
  const t = useWords('usage')
  const language = useLanguage()
  const id = useId()
  const value = used.toLocaleString(language)
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span id={id}>{label}</span>
        <b className="text-end tabular-nums">
          {limit === null ? t('unlimited', { used: value }) : t('of', { used: value, limit: limit.toLocaleString(language) })}
        </b>
      </div>
      {limit !== null && (
        <div
          className={cx('draught', calm ? 'text-accent' : toneOf(used, limit))}
          role="meter"
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-labelledby={id}
        >
          <i style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }} />
        </div>
      )}
      {children && <p className="text-sm text-ink-2">{children}</p>}
    </div>
  )
}

const tones = { 0: 'text-accent', 80: 'text-warn-fill', 100: 'text-danger-fill' }
const toneOf = (used: number, limit: number): string => tones[usageWarning({ reserved: 0, delivered: used }, limit)]
