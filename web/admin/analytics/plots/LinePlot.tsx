// Lines over time with the period before as dashed lines; the arrow keys, or the pointer, read out one moment.
import { type KeyboardEvent, useState } from 'react'
import { useWords } from '../../../words/words.tsx'
import type { PlotSeries } from './Line.tsx'
import { LineDrawing, type LinePlotProps } from './LineDrawing.tsx'
import { useWidth } from './useWidth.ts'

export function LinePlot(plot: LinePlotProps) {
  const { title, series, parts, formatPart, formatValue } = plot
  const t = useWords('adminanalytics')
  const [ref, width] = useWidth()
  const [chosen, setChosen] = useState<number | null>(null)
  const part = Math.min(chosen ?? parts - 1, parts - 1)
  const choose = (target: number) => setChosen(Math.max(0, Math.min(parts - 1, target)))
  const valueOf = ({ label, points, previous }: PlotSeries) => {
    const value = formatValue(points[part] ?? null)
    return previous
      ? t('value.before', { name: label, value, before: formatValue(previous[part] ?? null) })
      : t('value', { name: label, value })
  }
  const readout = t('point', { at: formatPart(part, false), values: series.map(valueOf).join(', ') })
  const move = (event: KeyboardEvent) => {
    const target = { ArrowLeft: part - 1, ArrowRight: part + 1, ArrowDown: part - 1, ArrowUp: part + 1, Home: 0, End: parts - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div
        ref={ref}
        className="min-w-0 overflow-hidden"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t('move', { title })}
        aria-valuemin={0}
        aria-valuemax={parts - 1}
        aria-valuenow={part}
        aria-valuetext={readout}
        onKeyDown={move}
      >
        <LineDrawing plot={plot} part={part} width={width} readout={readout} onPoint={choose} />
      </div>
      <p className="min-h-10 text-sm text-ink-2 tabular-nums" aria-hidden>
        {readout}
      </p>
    </div>
  )
}
