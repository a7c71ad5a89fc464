// Evaluates the compiled filters on one message: each test at most once, and only those that can affect the result.

import { foldTexts } from '../../text/fold.ts'
import { type FilterInput, fieldValues } from '../fields.ts'
import type { Test } from '../tree.ts'
import type { Engine, IndexedField } from './compile.ts'
import { searchField } from './field-index.ts'
import { covers, type Depth, viewDepth } from './needs.ts'
import type { PlannedTest } from './planned.ts'
import { amountsPrice, fieldPrice, hitsPrice, messageBudget, testPrice } from './price.ts'
import { foldForPatterns } from './required.ts'
import { verify } from './verify.ts'

/** Null: it could not be determined within the budget or from the fetched part of the email. */
export type TestResult = boolean | null

export interface Run {
  engine: Engine
  input: FilterInput
  /** How much of the email `input` holds. */
  depth: Depth
  /** Remaining units of work. */
  budgetLeft: number
  /** The result of each node; 0 if not evaluated yet. */
  nodeResults: Uint8Array
  /** What was found for each test: 0 nothing, 1 it may match, 2 it matches. */
  testFindings: Uint8Array
  searchedFields: Uint8Array
  /** The texts of each field, once read. */
  texts: (string[] | undefined)[]
  /** The amounts of the email are paid for. */
  hasAmounts: boolean
  /** The filters that must be evaluated (2); no other filter matches. */
  mayHold: Uint8Array
}

const no = 1
const yes = 2
const unknown = 3
const proven = 2

/** `budget` in units of work (price.ts); for a partly fetched email some filters have no result. */
export function startRun(engine: Engine, input: FilterInput, budget = messageBudget): Run {
  const run: Run = {
    engine,
    input: input,
    depth: viewDepth(input.view),
    budgetLeft: budget,
    nodeResults: new Uint8Array(engine.plan.nodes.length),
    testFindings: new Uint8Array(engine.plan.tests.length),
    searchedFields: new Uint8Array(engine.fields.length),
    texts: [],
    hasAmounts: false,
    mayHold: new Uint8Array(engine.filters.length),
  }
  for (const filter of engine.alwaysEvaluated) run.mayHold[filter] = yes
  // A field that triggers no filter is read only when a test needs it.
  for (const [index, field] of engine.fields.entries()) if (field.filters.length > 0) searchOnce(run, index)
  return run
}

/** Whether the filter at this index matches. */
export function filterResult(run: Run, filter: number): TestResult {
  return run.mayHold[filter] === yes ? toTestResult(evaluate(run, run.engine.roots[filter] ?? 0)) : false
}

/** The result of one of the tests in the engine's filters. */
export function testResult(run: Run, test: Test): TestResult {
  const planned = run.engine.plan.tests[run.engine.plan.testNumbers.get(test) ?? -1]
  return planned ? toTestResult(evaluate(run, planned.node)) : null
}

/** Like `testResult`, but `unplaced` if the test matches and locating the hits would be too expensive. */
export function testResultForExplanation(run: Run, test: Test): TestResult | 'unplaced' {
  const planned = run.engine.plan.tests[run.engine.plan.testNumbers.get(test) ?? -1]
  const result = testResult(run, test)
  return result !== true || !planned || spend(run, hitsPrice(planned, run.input)) ? result : 'unplaced'
}

const toTestResult = (state: number): TestResult => (state === unknown ? null : state === yes)

function evaluate(run: Run, node: number): number {
  const existing = run.nodeResults[node] ?? 0
  if (existing !== 0) return existing
  const { kind, parts } = run.engine.plan.nodes[node] ?? { kind: 'any', parts: [] }
  const state = kind === 'test' ? evaluateTest(run, parts[0] ?? 0) : evaluateGroup(run, kind, parts)
  run.nodeResults[node] = state
  return state
}

function evaluateGroup(run: Run, kind: 'all' | 'any' | 'none', parts: readonly number[]): number {
  const decider = kind === 'all' ? no : yes
  const decided = kind === 'any' ? yes : no
  let isUndecided = false
  for (const part of parts) {
    const state = evaluate(run, part)
    if (state === decider) return decided
    isUndecided ||= state === unknown
  }
  return isUndecided ? unknown : decided === yes ? no : yes
}

function evaluateTest(run: Run, index: number): number {
  const planned = run.engine.plan.tests[index]
  if (!planned) return unknown
  if (planned.words?.isIndexed) {
    const allSearched = planned.words.fields.reduce((all, field) => searchOnce(run, field) && all, true)
    if (run.testFindings[index] === proven) return yes
    if (run.testFindings[index] === 0 && allSearched) return no
  }
  if (!covers(run.depth, planned.depth)) return unknown
  if (planned.test.field === 'amount' && !readAmounts(run)) return unknown
  if (!spend(run, testPrice(planned, run.input))) return unknown
  return verify(planned, run.input, () => readTestTexts(run, planned)) ? yes : no
}

function readAmounts(run: Run): boolean {
  run.hasAmounts ||= spend(run, amountsPrice(run.input))
  return run.hasAmounts
}

function readTestTexts(run: Run, { words }: PlannedTest): string[] {
  return (words?.fields ?? []).flatMap(index => {
    const field = run.engine.fields[index]
    return field ? readTexts(run, index, field) : []
  })
}

/** False if the field has not been fetched or is too expensive to read. */
function searchOnce(run: Run, index: number): boolean {
  const field = run.engine.fields[index]
  if (!field || run.searchedFields[index]) return run.searchedFields[index] === yes
  const canSearch = covers(run.depth, field.depth) && spend(run, fieldPrice(field, run.input))
  run.searchedFields[index] = canSearch ? yes : no
  if (canSearch) searchField(field.index, readTexts(run, index, field), number => markFound(run, field, number))
  else for (const filter of field.filters) run.mayHold[filter] = yes
  return canSearch
}

/** The texts of a field, folded the way its index expects. */
function readTexts(run: Run, index: number, { searched, isRaw }: IndexedField): string[] {
  const values = fieldValues(searched, run.input)
  return (run.texts[index] ??= isRaw ? values.map(value => foldForPatterns(value)) : values.flatMap(foldTexts))
}

function markFound(run: Run, field: IndexedField, number: number): void {
  for (const finder of field.finders[number] ?? []) {
    const test = finder >> 1
    if (run.testFindings[test] === 0) for (const filter of run.engine.filtersByTest[test] ?? []) run.mayHold[filter] = yes
    run.testFindings[test] = Math.max(run.testFindings[test] ?? 0, finder & 1 ? proven : 1)
  }
}

function spend(run: Run, price: number): boolean {
  if (price > run.budgetLeft) return false
  run.budgetLeft -= price
  return true
}
