// How often a filter matched on each of the last 30 days.
import { shortDay } from '../../../ui/Ago.tsx'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import { useLanguage, useWords } from '../../../words.tsx'

const dayMs = 86_400_000

/** `daily` has the oldest day first; its last one is today. */
export function MatchedDays({ daily, now }: { daily: readonly number[]; now: Date }) {
  const t = useWords('filterlist')
  const language = useLanguage()
  const sum = daily.reduce((all, one) => all + one, 0)
  const most = Math.max(...daily, 1)
  const day = new Date(now.getTime() - (daily.length - 1 - daily.indexOf(most)) * dayMs)
  const label = t('spark', { sum, most, day: shortDay(day, language) })
  return <Sparkline daily={daily} label={label} />
}
