// Compiles all filters of a person into one engine, once per change to the filters or lists.
import type { Filter } from '../action.ts'
import type { Lists } from '../tree.ts'
import { buildFieldIndex, type FieldIndex } from './field-index.ts'
import { addCondition, type EnginePlan, newPlan } from './plan.ts'
import type { PlannedField } from './planned.ts'
import { runToEnd, type Steps } from './steps.ts'

/** A filter is identified by its index in `filters`. */
export interface Engine {
  /** The active filters, in order. */
  filters: readonly Filter[]
  lists: Lists
  plan: Pick<EnginePlan, 'tests' | 'nodes' | 'testNumbers'>
  fields: readonly IndexedField[]
  /** The root node of each filter. */
  roots: Int32Array
  /** For each test, the filters to evaluate if it may match. */
  filtersByTest: readonly (readonly number[])[]
  /** The filters that must be evaluated for every email. */
  alwaysEvaluated: readonly number[]
}

/** `filters`: all filters that a hit in this field would require to be evaluated. */
export interface IndexedField extends Omit<PlannedField, 'draft'> {
  index: FieldIndex
  filters: number[]
}

/** Filters must be within the limits of limits.ts; `lists` are all of the person's. */
export const compile = (filters: readonly Filter[], lists: Lists): Engine => runToEnd(compileInSteps(filters, lists))

/** Like `compile`, but yields every few milliseconds so that other work can run in between. */
export function* compileInSteps(filters: readonly Filter[], lists: Lists): Steps<Engine> {
  const active = filters.filter(filter => !filter.paused)
  const plan = newPlan()
  const roots = new Int32Array(active.length)
  const filtersByTest: number[][] = []
  const alwaysEvaluated: number[] = []
  for (const [i, filter] of active.entries()) {
    const root = addCondition(plan, filter.condition)
    roots[i] = root
    const triggers = findTriggers(plan, root)
    if (triggers === null) alwaysEvaluated.push(i)
    for (const test of triggers ?? []) (filtersByTest[test] ??= []).push(i)
    yield
  }
  const fields: IndexedField[] = []
  for (const { draft, ...field } of plan.fields) {
    const tests = new Set(field.finders.flatMap(finders => finders.map(finder => finder >> 1)))
    fields.push({
      ...field,
      index: yield* buildFieldIndex(draft),
      filters: [...new Set([...tests].flatMap(test => filtersByTest[test] ?? []))],
    })
    yield
  }
  return {
    filters: active,
    lists,
    plan: { tests: plan.tests, nodes: plan.nodes, testNumbers: plan.testNumbers },
    fields,
    roots,
    filtersByTest,
    alwaysEvaluated: alwaysEvaluated,
  }
}

interface RequiredTests {
  tests: number[]
  cost: number
}

/**
 * Tests of which at least one must match before node `root` can: if none of them is found in an email, the filter is skipped.
 * Null if it may match without any indexed test.
 */
const findTriggers = (plan: EnginePlan, root: number): number[] | null => cachedRequired(plan, root, new Map())?.tests ?? null

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
