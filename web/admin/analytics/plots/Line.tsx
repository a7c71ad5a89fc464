// One line of a plot: its color, its mark, and the dashed line of the period before.
import { LinePath } from '@visx/shape'
import { useWords } from '../../../words/words.tsx'

export interface PlotSeries {
  key: string
  label: string
  /** Null where nothing was measured. */
  points: readonly (number | null)[]
  previous?: readonly (number | null)[]
}

/** `index`: which of the colors and marks it has. */
interface LineProps {
  series: PlotSeries
  index: number
  x: Scale
  y: Scale
}

type Scale = (value: number) => number

/** The colors differ mainly in lightness; faint lines have an outline. */
const colors = ['var(--plot-1)', 'var(--plot-5)', 'var(--plot-3)', 'var(--plot-4)']
const colorOf = (index: number): string => colors[index % colors.length] ?? 'var(--plot-1)'

/** With more parts only some points are marked. */
const mostMarks = 16

interface Spot {
  part: number
  value: number | null
}

export function Line({ series: { points, previous }, index, x, y }: LineProps) {
  const spots = toSpots(points)
  const every = Math.ceil(points.length / mostMarks)
  return (
    <>
      {previous && <Path spots={toSpots(previous)} x={x} y={y} color={colorOf(index)} isDashed />}
      <Path spots={spots} x={x} y={y} color={colorOf(index)} />
      {spots.map(
        ({ part, value }) => value !== null && part % every === 0 && <Marker key={part} index={index} x={x(part)} y={y(value)} size={3} />,
      )}
    </>
  )
}

const toSpots = (points: readonly (number | null)[]): Spot[] => points.map((value, part) => ({ part, value }))

function Path({ spots, x, y, color, isDashed = false }: { spots: Spot[]; x: Scale; y: Scale; color: string; isDashed?: boolean }) {
  return (
    <LinePath
      data={spots}
      defined={({ value }) => value !== null}
      x={({ part }) => x(part)}
      y={({ value }) => y(value ?? 0)}
      stroke={color}
      strokeWidth={isDashed ? 1.5 : 2}
      strokeDasharray={isDashed ? '5 4' : undefined}
      opacity={isDashed ? 0.75 : 1}
    />
  )
}

/** A circle, square, triangle or diamond. */
export function Marker({ index, x, y, size }: { index: number; x: number; y: number; size: number }) {
  const shapes = [
    `M${-size} 0a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`,
    `M${-size} ${-size}h${2 * size}v${2 * size}h${-2 * size}z`,
    `M0 ${-size * 1.3}L${size * 1.2} ${size}H${-size * 1.2}z`,
    `M0 ${-size * 1.4}L${size * 1.4} 0L0 ${size * 1.4}L${-size * 1.4} 0z`,
  ]
  return (
    <path
      d={shapes[index % shapes.length]}
      transform={`translate(${x} ${y})`}
      fill={colorOf(index)}
      stroke="var(--surface)"
      strokeWidth={1}
    />
  )
}

/** The mark and color of each line, with the sum of the period and its change. */
export function LegendMark({ index }: { index: number }) {
  return (
    <svg width={28} height={14} aria-hidden className="flex-none">
      <path d="M0 7h28" stroke={colorOf(index)} strokeWidth={2} />
      <Marker index={index} x={14} y={7} size={4} />
    </svg>
  )
}

/** Explains the dashed lines. */
export function DashedLegend() {
  const t = useWords('adminanalytics')
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <svg width={28} height={14} aria-hidden className="flex-none">
        <path d="M0 7h28" stroke="var(--ink-2)" strokeWidth={1.5} strokeDasharray="5 4" />
      </svg>
      {t('previous')}
    </span>
  )
}
