// The drawing of a line plot: its axes, its lines, and the moment that is read out.
import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { type PointerEvent, useId } from 'react'
import { Line, Marker, type PlotSeries } from './Line.tsx'
import { toScales } from './scales.ts'

const heightPx = 260
const margin = { top: 12, right: 16, bottom: 32, left: 60 }

export interface LinePlotProps {
  title: string
  series: readonly PlotSeries[]
  /** How many parts the period has. */
  parts: number
  isLogarithmic?: boolean
  /** `short` is for the axis. */
  formatPart(part: number, short: boolean): string
  formatValue(value: number | null): string
}

interface LineDrawingProps {
  plot: LinePlotProps
  part: number
  width: number
  readout: string
  onPoint(part: number): void
}

export function LineDrawing({ plot, part, width, readout, onPoint }: LineDrawingProps) {
  const { title, series, parts, isLogarithmic = false, formatPart, formatValue } = plot
  const id = useId()
  const inner = { width: Math.max(40, width - margin.left - margin.right), height: heightPx - margin.top - margin.bottom }
  const { x, y, xTicks, yTicks } = toScales(series, parts, inner, isLogarithmic)
  const point = (event: PointerEvent<SVGSVGElement>) =>
    onPoint(Math.round(x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left)))
  return (
    <svg role="img" aria-labelledby={id} width={width} height={heightPx} className="block" onPointerMove={point}>
      <title id={id}>{title}</title>
      <desc>{readout}</desc>
      <Group left={margin.left} top={margin.top}>
        {yTicks.map(tick => (
          <path key={tick} d={`M0 ${y(tick)}h${inner.width}`} stroke="var(--plot-grid)" />
        ))}
        {series.map((one, index) => (
          <Line key={one.key} series={one} index={index} x={x} y={y} />
        ))}
        <path d={`M${x(part)} 0v${inner.height}`} stroke="var(--ink-3)" />
        {series.map(({ key, points }, index) => {
          const value = points[part] ?? null
          return value === null ? null : <Marker key={key} index={index} x={x(part)} y={y(value)} size={5} />
        })}
        <AxisLeft
          {...{ scale: y, tickValues: yTicks, tickLabelProps: leftLabel, hideAxisLine: true, hideTicks: true }}
          tickFormat={value => formatValue(Number(value))}
        />
        <AxisBottom
          {...{
            scale: x,
            top: inner.height,
            tickValues: xTicks,
            tickLabelProps: bottomLabel,
            stroke: 'var(--edge)',
            tickStroke: 'var(--edge)',
          }}
          tickFormat={value => formatPart(Number(value), true)}
        />
      </Group>
    </svg>
  )
}

const label = { fill: 'var(--ink-3)', fontSize: 12, fontFamily: 'inherit' }
const leftLabel = { ...label, dx: -6, dy: 4, textAnchor: 'end' } as const
const bottomLabel = { ...label, textAnchor: 'middle' } as const
