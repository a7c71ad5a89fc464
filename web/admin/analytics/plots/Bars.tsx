// Horizontal bars with their numbers as text, and a thin bar for the period before.
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReactNode } from 'react'
import { Link } from '../../../navigation/navigation.tsx'
import { useWords } from '../../../words/words.tsx'
import { Change } from '../Change.tsx'
import { useWidth } from './useWidth.ts'

export interface BarRow {
  key: string
  label: string
  count: number
  previous: number
  /** The number as text. */
  value: ReactNode
  note?: ReactNode
  /** The list that explains the number. */
  to?: string | undefined
}

const barPx = 14
const thinPx = 4

/** The bars repeat what is written above them, so they are hidden from screen readers. */
export function Bars({ label, rows, isCompared }: { label: string; rows: readonly BarRow[]; isCompared: boolean }) {
  const t = useWords('adminanalytics')
  const [ref, width] = useWidth()
  const most = Math.max(1, ...rows.flatMap(row => [row.count, isCompared ? row.previous : 0]))
  const x = scaleLinear<number>({ domain: [0, most], range: [0, width] })
  return (
    <ul ref={ref} aria-label={label} className="grid min-w-0 grid-cols-1 gap-3">
      {rows.map(row => (
        <li key={row.key} className="grid grid-cols-1 gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
            <span className="min-w-0 break-words">{row.to ? <Link to={row.to}>{row.label}</Link> : row.label}</span>
            <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
              <b>{row.value}</b>
              {row.note && <span className="text-ink-2">{row.note}</span>}
              {isCompared && <Change now={row.count} before={row.previous} />}
            </span>
          </span>
          <svg width={width} height={isCompared ? barPx + thinPx + 2 : barPx} aria-hidden className="block rtl:-scale-x-100">
            <Bar width={width} height={barPx} fill="var(--sunk)" />
            <Bar width={Math.max(row.count > 0 ? 2 : 0, x(row.count))} height={barPx} fill="var(--plot-1)" />
            {isCompared && <Bar y={barPx + 2} width={x(row.previous)} height={thinPx} fill="var(--plot-3)" />}
          </svg>
        </li>
      ))}
      {isCompared && (
        <li aria-hidden className="flex items-center gap-2 text-sm text-ink-2">
          <svg width={28} height={thinPx}>
            <Bar width={28} height={thinPx} fill="var(--plot-3)" />
          </svg>
          {t('previous')}
        </li>
      )}
    </ul>
  )
}
