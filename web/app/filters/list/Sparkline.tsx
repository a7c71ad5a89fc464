// How often a filter matched on each of the last 30 days, as small bars; the same is said in words.
import { useLanguage, useWords } from '../../../words.tsx'

const dayMs = 86_400_000
const stepPx = 4
const heightPx = 24

/** `daily` has the oldest day first; its last one is today. */
export function Sparkline({ daily, now }: { daily: readonly number[]; now: Date }) {
  const t = useWords('filterlist')
  const language = useLanguage()
  const sum = daily.reduce((all, one) => all + one, 0)
  const most = Math.max(...daily, 1)
  const day = new Date(now.getTime() - (daily.length - 1 - daily.indexOf(most)) * dayMs)
  const label = t('spark', { sum, most, day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(day) })
  return (
    <svg role="img" aria-label={label} width={daily.length * stepPx} height={heightPx} className="rtl:-scale-x-100">
      <title>{label}</title>
      <path d={`M0 ${heightPx - 0.5}h${daily.length * stepPx}`} stroke="var(--line)" />
      {daily.map((count, at) => {
        const height = count === 0 ? 0 : Math.max(2, (count / most) * (heightPx - 3))
        // oxlint-disable-next-line react/no-array-index-key -- a day is its place
        return (
          count > 0 && (
            <rect key={at} x={at * stepPx} y={heightPx - 1 - height} width={stepPx - 1} height={height} rx={1} fill="var(--accent)" />
          )
        )
      })}
    </svg>
  )
}
