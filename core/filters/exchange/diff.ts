// Compares two sets of filters, matched by name.
import { printTopConditions } from '../query/print.ts'
import type { ImportedFilter } from './imported.ts'
import { printAction } from './print-action.ts'

/** Actions may name phones, as in files, or have their ids. */
export type PrintedFilter = Omit<ImportedFilter, 'actions'> & { actions: readonly { kind: string }[] }

export interface DiffLine {
  sign: '+' | '-' | ' '
  text: string
}

/** `at` is the index in the new set, or in the old one for `removed`. */
export interface FilterChange {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  name: string
  at: number
  lines: DiffLine[]
}

/** Removed filters first, then the rest in its new order; empty if both sets do the same. */
export function diffFilters(before: PrintedFilter[], after: PrintedFilter[]): FilterChange[] {
  const [old, fresh] = [keyFilters(before), keyFilters(after)]
  const unmoved = findUnmoved([...fresh.keys()].flatMap(key => old.get(key)?.at ?? []))
  const removed = [...old]
    .filter(([key]) => !fresh.has(key))
    .map(([, { filter, at }]) => makeChange('removed', filter, at, diffLines(describeFilter(filter), [])))
  const rest = [...fresh].flatMap(([key, { filter, at }]): FilterChange[] => {
    const previous = old.get(key)
    if (!previous) return [makeChange('added', filter, at, diffLines([], describeFilter(filter)))]
    const lines = diffLines(describeFilter(previous.filter), describeFilter(filter))
    const isChanged = lines.some(line => line.sign !== ' ')
    return [
      ...(unmoved.has(previous.at) ? [] : [makeChange('moved', filter, at, [])]),
      ...(isChanged ? [makeChange('changed', filter, at, lines)] : []),
    ]
  })
  return [...removed, ...rest]
}

/** One line for each condition that must hold, then one for each action. */
export function describeFilter({ paused, condition, actions }: PrintedFilter): string[] {
  return [
    ...(paused ? ['paused'] : []),
    ...printTopConditions(condition).map(part => `when ${part}`),
    ...actions.map(action => `then ${printAction(action)}`),
  ]
}

const makeChange = (kind: FilterChange['kind'], { name }: PrintedFilter, at: number, lines: DiffLine[]): FilterChange => ({
  kind,
  name,
  at,
  lines,
})

/** Keys filters by name; those with the same name by their order too. */
function keyFilters(filters: PrintedFilter[]): Map<string, { filter: PrintedFilter; at: number }> {
  const countByName = new Map<string, number>()
  return new Map(
    filters.map((filter, at) => {
      const n = countByName.get(filter.name) ?? 0
      countByName.set(filter.name, n + 1)
      return [`${n} ${filter.name}`, { filter, at }]
    }),
  )
}

/** The longest increasing subsequence stays in place; all other filters have moved. */
function findUnmoved(positions: number[]): Set<number> {
  const best: { position: number; length: number; before: number }[] = []
  for (const [i, position] of positions.entries()) {
    let before = -1
    for (let j = 0; j < i; j++) if ((best[j]?.position ?? 0) < position && (best[j]?.length ?? 0) > (best[before]?.length ?? 0)) before = j
    best.push({ position, length: (best[before]?.length ?? 0) + 1, before })
  }
  const unmoved = new Set<number>()
  for (let at = best.findIndex(one => one.length === Math.max(...best.map(other => other.length))); at >= 0; at = best[at]?.before ?? -1)
    unmoved.add(positions[at] ?? -1)
  return unmoved
}

/** Keeps the longest common subsequence of lines. */
export function diffLines(before: string[], after: string[]): DiffLine[] {
  const [a, b] = [before.slice(0, maxLines), after.slice(0, maxLines)]
  const common = a.map(() => b.map(() => 0))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return buildDiff(before, after, at)
}

const maxLines = 300

function buildDiff(before: string[], after: string[], common: (i: number, j: number) => number): DiffLine[] {
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
