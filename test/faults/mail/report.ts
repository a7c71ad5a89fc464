// Adds up the measurements of a mail suite run and formats them for printing.
import type { Findings } from '../checker.ts'
import type { Measured } from './faults.ts'

export function withMore<T extends Findings | Measured>(all: T, more: T): T {
  const entries = Object.entries(all).map(([name, value]) => [name, added(value, Reflect.get(more, name))])
  return { ...more, ...all, ...Object.fromEntries(entries) }
}

/** Numbers and lists are put together, and what lies within alike. */
function added(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' || typeof b === 'number') return Number(a ?? 0) + Number(b ?? 0)
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b]
  if (!isObject(a) || !isObject(b)) return a
  return Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map(name => [name, added(a[name], b[name])]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function report({ counts, holes, recovered }: Measured): string[] {
  return [
    `faults: ${Object.entries(counts)
      .map(([kind, count]) => `${kind}=${count}`)
      .join(' ')}`,
    `silent connections: found ${times(holes.map(hole => hole.foundMs))}; mended after the network was well ${times(holes.map(hole => hole.mendedMs))}`,
    `until the first mail after a Dovecot restart is kept: ${times(recovered.afterDovecot)}`,
    `until the first mail after a database kill is kept: ${times(recovered.afterDatabase)}`,
    `until the first mail after a full disk was freed is kept: ${times(recovered.afterFullDisk)}`,
  ]
}

/** `n=… p50=… s max=… s` */
function times(all: (number | null)[]): string {
  const sorted = all.map(ms => ms ?? Infinity).toSorted((a, b) => a - b)
  return `n=${sorted.length} p50=${seconds(sorted[Math.floor((sorted.length - 1) / 2)])} max=${seconds(sorted.at(-1))}`
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '-' : ms === Infinity ? 'never' : `${(ms / 1000).toFixed(1)} s`)
