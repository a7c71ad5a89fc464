// How much more or less than in the period before, as an arrow and a share.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { changeOf } from '../../../core/analytics/period.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { formatCount, formatShare } from './format.ts'

/** `format` writes the earlier number. */
export function Change({ now, before, format }: { now: number; before: number; format?(value: number): string }) {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const change = changeOf(now, before)
  if (change === null) return <span className="text-sm text-ink-3">{now === 0 ? t('change.same') : t('change.new')}</span>
  if (change === 0) return <span className="text-sm text-ink-3">{t('change.same')}</span>
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const percent = formatShare(Math.abs(change), language)
  const text = t(change > 0 ? 'change.more' : 'change.less', { percent, n: format ? format(before) : formatCount(before, language) })
  return (
    <span className="inline-flex items-center gap-0.5 text-sm text-ink-2 tabular-nums" title={text}>
      <Arrow size={14} aria-hidden />
      <span aria-hidden>{percent}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}
