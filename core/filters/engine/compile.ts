// Compiles all filters of a person into one engine, once per change to the filters or lists.
import type { Filter } from '../action.ts'
import type { Lists } from '../tree.ts'
import { buildFieldIndex, type FieldIndex } from './field-index.ts'
import { addCondition, type EnginePlan, newPlan } from './plan.ts'
import type { PlannedField } from './planned.ts'
import { runToEnd, type Steps } from './steps.ts'
import { findTriggers } from './triggers.ts'

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
