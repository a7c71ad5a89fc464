// Finds the tests that a filter cannot match without: if none of them is found in an email, the filter is skipped.
import type { EnginePlan } from './plan.ts'

interface RequiredTests {
  tests: number[]
  cost: number
}

/** Tests of which at least one must match before node `root` can; null if it may match without any indexed test. */
export const findTriggers = (plan: EnginePlan, root: number): number[] | null => cachedRequired(plan, root, new Map())?.tests ?? null

function cachedRequired(plan: EnginePlan, node: number, cache: Map<number, RequiredTests | null>): RequiredTests | null {
  const existing = cache.get(node)
  if (existing !== undefined) return existing
  const required = findRequired(plan, node, cache)
  cache.set(node, required)
  return required
}

function findRequired(plan: EnginePlan, node: number, cache: Map<number, RequiredTests | null>): RequiredTests | null {
  const { kind, parts, cost } = plan.nodes[node] ?? { kind: 'none', parts: [], cost: 0 }
  if (kind === 'test') return plan.tests[parts[0] ?? 0]?.words?.isIndexed ? { tests: parts, cost } : null
  if (kind === 'none') return null
  const partResults = parts.map(part => cachedRequired(plan, part, cache))
  if (kind === 'all') return partResults.reduce((best, one) => (one && (!best || one.cost < best.cost) ? one : best), null)
  if (partResults.some(one => one === null)) return null
  const all = partResults.flatMap(one => one ?? [])
  return { tests: [...new Set(all.flatMap(one => one.tests))], cost: all.reduce((sum, one) => sum + one.cost, 0) }
}
