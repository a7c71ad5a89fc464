// The scales of a line plot: parts from left to right, values from bottom to top.
import { scaleLinear, scaleLog } from '@visx/scale'

interface Measured {
  points: readonly (number | null)[]
  previous?: readonly (number | null)[]
}

interface PlotSize {
  width: number
  height: number
}

const tickWidthPx = 90
const ticksUp = 5

export function toScales(series: readonly Measured[], parts: number, { width, height }: PlotSize, isLogarithmic: boolean) {
  const values = series.flatMap(({ points, previous = [] }) => [...points, ...previous]).filter(value => value !== null)
  const x = scaleLinear<number>({ domain: [0, Math.max(1, parts - 1)], range: [0, width] })
  const y = isLogarithmic
    ? logScale(values, height)
    : scaleLinear<number>({ domain: [0, Math.max(1, ...values)], range: [height, 0], nice: true })
  return { x, y, xTicks: chooseParts(parts, Math.max(2, Math.floor(width / tickWidthPx))), yTicks: chooseTicks(y, isLogarithmic) }
}

function logScale(values: readonly number[], height: number) {
  const [least, most] = [Math.min(...values, 10), Math.max(...values, 1)]
  return scaleLog<number>({ domain: [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most * 1.01))], range: [height, 0] })
}

/** Whole numbers on a linear scale, powers of ten on a logarithmic one. */
function chooseTicks(y: { ticks(count?: number): number[] }, isLogarithmic: boolean): number[] {
  return y
    .ticks(ticksUp)
    .filter(tick => (isLogarithmic ? Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6) : Number.isInteger(tick)))
}

/** At most `most` parts, evenly apart. */
function chooseParts(parts: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(parts / most))
  return Array.from({ length: Math.ceil(parts / step) }, (_, n) => n * step)
}
