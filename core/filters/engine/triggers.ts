// Which tests a filter cannot hold without: a mail on which none of them was found need not ask it at all.
import type { EnginePlan } from './plan.ts'

interface Needed {
  tests: number[]
  cost: number
}

/** The tests of which one must hold before node `root` can; null where it may hold without any that is looked up. */
export const triggersOf = (plan: EnginePlan, root: number): number[] | null => neededBy(plan, root, new Map())?.tests ?? null

function neededBy(plan: EnginePlan, node: number, known: Map<number, Needed | null>): Needed | null {
  const before = known.get(node)
  if (before !== undefined) return before
  const needed = findNeeded(plan, node, known)
  known.set(node, needed)
  return needed
}

function findNeeded(plan: EnginePlan, node: number, known: Map<number, Needed | null>): Needed | null {
  const { kind, parts, cost } = plan.nodes[node] ?? { kind: 'none', parts: [], cost: 0 }
  if (kind === 'test') return plan.tests[parts[0] ?? 0]?.words?.isIndexed ? { tests: parts, cost } : null
  if (kind === 'none') return null
  const each = parts.map(part => neededBy(plan, part, known))
  if (kind === 'all') return each.reduce((best, one) => (one && (!best || one.cost < best.cost) ? one : best), null)
  if (each.some(one => one === null)) return null
  const all = each.flatMap(one => one ?? [])
  return { tests: [...new Set(all.flatMap(one => one.tests))], cost: all.reduce((sum, one) => sum + one.cost, 0) }
}
