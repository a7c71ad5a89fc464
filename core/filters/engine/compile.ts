// Compiles all filters of a person into one engine, once for each change of theirs.
import type { Filter } from '../action.ts'
import type { Lists } from '../tree.ts'
import { type FieldIndex, indexOf } from './field-index.ts'
import { addCondition, type EnginePlan, newPlan } from './plan.ts'
import type { PlannedField } from './planned.ts'
import { finish, type Steps } from './steps.ts'
import { triggersOf } from './triggers.ts'

/** A filter in the engine is known by its place in `filters`. */
export interface Engine {
  /** Those that are not paused, in order. */
  filters: readonly Filter[]
  lists: Lists
  plan: Pick<EnginePlan, 'tests' | 'nodes' | 'numbers'>
  fields: readonly IndexedField[]
  /** The node of each filter. */
  roots: Int32Array
  /** By test: the filters to ask where it may hold. */
  wakes: readonly (readonly number[])[]
  /** The filters that every mail must ask. */
  always: readonly number[]
}

/** `wakes`: all filters that something found here would have asked. */
export interface IndexedField extends Omit<PlannedField, 'draft'> {
  index: FieldIndex
  wakes: number[]
}

/** Filters must be within the limits of limits.ts; `lists` are all of the person's. */
export const compile = (filters: readonly Filter[], lists: Lists): Engine => finish(compiling(filters, lists))

/** The same in steps of some milliseconds, between which others may have their turn. */
export function* compiling(filters: readonly Filter[], lists: Lists): Steps<Engine> {
  const active = filters.filter(filter => !filter.paused)
  const plan = newPlan()
  const roots = new Int32Array(active.length)
  const wakes: number[][] = []
  const always: number[] = []
  for (const [i, filter] of active.entries()) {
    const root = addCondition(plan, filter.condition)
    roots[i] = root
    const triggers = triggersOf(plan, root)
    if (triggers === null) always.push(i)
    for (const test of triggers ?? []) (wakes[test] ??= []).push(i)
    yield
  }
  const fields: IndexedField[] = []
  for (const { draft, ...field } of plan.fields) {
    const tests = new Set(field.finders.flatMap(finders => finders.map(finder => finder >> 1)))
    fields.push({ ...field, index: yield* indexOf(draft), wakes: [...new Set([...tests].flatMap(test => wakes[test] ?? []))] })
    yield
  }
  return { filters: active, lists, plan: { tests: plan.tests, nodes: plan.nodes, numbers: plan.numbers }, fields, roots, wakes, always }
}
