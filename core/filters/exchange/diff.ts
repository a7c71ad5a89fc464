// What changes between two sets of filters, which are told apart by name.
import { printTopConditions } from '../query/print.ts'
import type { ImportedFilter } from './imported.ts'
import { printAction } from './print-action.ts'

export interface DiffLine {
  sign: '+' | '-' | ' '
  text: string
}

/** `at` counts from 0 in the set that the filter stands in, the new one but for `removed`. */
export interface FilterChange {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  name: string
  at: number
  lines: DiffLine[]
}

/** First what is removed, then the rest in its new order; nothing where both sets do the same. */
export function diffFilters(before: ImportedFilter[], after: ImportedFilter[]): FilterChange[] {
  const [old, fresh] = [keyed(before), keyed(after)]
  const staying = stayingIn([...fresh.keys()].flatMap(key => old.get(key)?.at ?? []))
  const removed = [...old]
    .filter(([key]) => !fresh.has(key))
    .map(([, { filter, at }]) => changeOf('removed', filter, at, diffLines(linesOf(filter), [])))
  const rest = [...fresh].flatMap(([key, { filter, at }]): FilterChange[] => {
    const known = old.get(key)
    if (!known) return [changeOf('added', filter, at, diffLines([], linesOf(filter)))]
    const lines = diffLines(linesOf(known.filter), linesOf(filter))
    const isChanged = lines.some(line => line.sign !== ' ')
    return [
      ...(staying.has(known.at) ? [] : [changeOf('moved', filter, at, [])]),
      ...(isChanged ? [changeOf('changed', filter, at, lines)] : []),
    ]
  })
  return [...removed, ...rest]
}

/** Each line of what a filter does: the parts that must hold, then the actions. */
export function linesOf({ paused, condition, actions }: ImportedFilter): string[] {
  return [
    ...(paused ? ['paused'] : []),
    ...printTopConditions(condition).map(part => `when ${part}`),
    ...actions.map(action => `then ${printAction(action)}`),
  ]
}

const changeOf = (kind: FilterChange['kind'], { name }: ImportedFilter, at: number, lines: DiffLine[]): FilterChange => ({
  kind,
  name,
  at,
  lines,
})

/** Filters by name; those of one name by their order too. */
function keyed(filters: ImportedFilter[]): Map<string, { filter: ImportedFilter; at: number }> {
  const seen = new Map<string, number>()
  return new Map(
    filters.map((filter, at) => {
      const n = seen.get(filter.name) ?? 0
      seen.set(filter.name, n + 1)
      return [`${n} ${filter.name}`, { filter, at }]
    }),
  )
}

/** The most numbers that already stand in order: all others have moved (patience, by the longest rising run). */
function stayingIn(places: number[]): Set<number> {
  const best: { place: number; length: number; before: number }[] = []
  for (const [i, place] of places.entries()) {
    let before = -1
    for (let j = 0; j < i; j++) if ((best[j]?.place ?? 0) < place && (best[j]?.length ?? 0) > (best[before]?.length ?? 0)) before = j
    best.push({ place, length: (best[before]?.length ?? 0) + 1, before })
  }
  const staying = new Set<number>()
  for (let at = best.findIndex(one => one.length === Math.max(...best.map(other => other.length))); at >= 0; at = best[at]?.before ?? -1)
    staying.add(places[at] ?? -1)
  return staying
}

/** The longest common lines stay. */
function diffLines(before: string[], after: string[]): DiffLine[] {
  const [a, b] = [before.slice(0, mostLines), after.slice(0, mostLines)]
  const common = a.map(() => b.map(() => 0))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return walk(before, after, at)
}

const mostLines = 300

function walk(before: string[], after: string[], common: (i: number, j: number) => number): DiffLine[] {
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || common(i + 1, j) >= common(i, j + 1))) {
      lines.push({ sign: '-', text: old })
      i += 1
    } else {
      lines.push({ sign: '+', text: fresh ?? '' })
      j += 1
    }
  }
  return lines
}
