// Asks the compiled filters about one message: each question once, and none that does not matter.

import { foldedTexts } from '../../text/fold.ts'
import { type Reading, valuesOf } from '../fields.ts'
import type { Test } from '../tree.ts'
import type { Engine, IndexedField } from './compile.ts'
import { look } from './field-index.ts'
import { type Depth, depthOfView, reaches } from './needs.ts'
import type { PlannedTest } from './planned.ts'
import { messageBudget, priceOfField, priceOfHits, priceOfTest } from './price.ts'
import { asPatternsRead } from './required.ts'
import { verify } from './verify.ts'

/** Null: it could not be found out within the budget, or from what is known of the mail. */
export type TestResult = boolean | null

export interface Run {
  engine: Engine
  reading: Reading
  /** How much of the mail `reading` holds. */
  have: Depth
  /** Units of work that are left. */
  left: number
  /** What is known of each node: 0 is not asked yet. */
  known: Uint8Array
  /** What was found for each test: 0 nothing, 1 that it may hold, 2 that it holds. */
  found: Uint8Array
  looked: Uint8Array
  /** What the fields hold, once it was read. */
  texts: (string[] | undefined)[]
  /** The filters that must be asked (2); all others do not hold. */
  awake: Uint8Array
}

const no = 1
const yes = 2
const unknown = 3
const proven = 2

/** `budget` in units of work (price.ts); a mail that is known in part leaves some filters without an answer. */
export function openRun(engine: Engine, reading: Reading, budget = messageBudget): Run {
  const run: Run = {
    engine,
    reading,
    have: depthOfView(reading.view),
    left: budget,
    known: new Uint8Array(engine.plan.nodes.length),
    found: new Uint8Array(engine.plan.tests.length),
    looked: new Uint8Array(engine.fields.length),
    texts: [],
    awake: new Uint8Array(engine.filters.length),
  }
  for (const filter of engine.always) run.awake[filter] = yes
  // A field that wakes no filter is read when one asks for it.
  for (const [at, field] of engine.fields.entries()) if (field.wakes.length > 0) lookIn(run, at)
  return run
}

/** Whether the filter at this place in the engine holds. */
export function resultOf(run: Run, filter: number): TestResult {
  return run.awake[filter] === yes ? answerOf(ask(run, run.engine.roots[filter] ?? 0)) : false
}

/** What the test says, one of those of the engine's filters. */
export function answerTo(run: Run, test: Test): TestResult {
  const planned = run.engine.plan.tests[run.engine.plan.numbers.get(test) ?? -1]
  return planned ? answerOf(ask(run, planned.node)) : null
}

/** The same for who explains it: `unplaced` where it holds, and to look for the places would be too much work. */
export function answerWithHits(run: Run, test: Test): TestResult | 'unplaced' {
  const planned = run.engine.plan.tests[run.engine.plan.numbers.get(test) ?? -1]
  const answer = answerTo(run, test)
  return answer !== true || !planned || spend(run, priceOfHits(planned, run.reading)) ? answer : 'unplaced'
}

const answerOf = (known: number): TestResult => (known === unknown ? null : known === yes)

function ask(run: Run, node: number): number {
  const before = run.known[node] ?? 0
  if (before !== 0) return before
  const { kind, parts } = run.engine.plan.nodes[node] ?? { kind: 'any', parts: [] }
  const known = kind === 'test' ? askTest(run, parts[0] ?? 0) : askGroup(run, kind, parts)
  run.known[node] = known
  return known
}

function askGroup(run: Run, kind: 'all' | 'any' | 'none', parts: readonly number[]): number {
  const decider = kind === 'all' ? no : yes
  const decided = kind === 'any' ? yes : no
  let isOpen = false
  for (const part of parts) {
    const known = ask(run, part)
    if (known === decider) return decided
    isOpen ||= known === unknown
  }
  return isOpen ? unknown : decided === yes ? no : yes
}

function askTest(run: Run, at: number): number {
  const planned = run.engine.plan.tests[at]
  if (!planned) return unknown
  if (planned.words?.isIndexed) {
    const isSeen = planned.words.fields.reduce((all, field) => lookIn(run, field) && all, true)
    if (run.found[at] === proven) return yes
    if (run.found[at] === 0 && isSeen) return no
  }
  if (!reaches(run.have, planned.depth)) return unknown
  if (!spend(run, priceOfTest(planned, run.reading))) return unknown
  return verify(planned, run.reading, () => textsFor(run, planned)) ? yes : no
}

function textsFor(run: Run, { words }: PlannedTest): string[] {
  return (words?.fields ?? []).flatMap(at => {
    const field = run.engine.fields[at]
    return field ? lettersIn(run, at, field) : []
  })
}

/** False where the field is not known, or too dear to be read. */
function lookIn(run: Run, at: number): boolean {
  const field = run.engine.fields[at]
  if (!field || run.looked[at]) return run.looked[at] === yes
  const canLook = reaches(run.have, field.depth) && spend(run, priceOfField(field, run.reading))
  run.looked[at] = canLook ? yes : no
  if (canLook) look(field.index, lettersIn(run, at, field), number => note(run, field, number))
  else for (const filter of field.wakes) run.awake[filter] = yes
  return canLook
}

/** A field as its index reads it. */
function lettersIn(run: Run, at: number, { place, isRaw }: IndexedField): string[] {
  const values = valuesOf(place, run.reading)
  return (run.texts[at] ??= isRaw ? values.map(value => asPatternsRead(value)) : values.flatMap(foldedTexts))
}

function note(run: Run, field: IndexedField, number: number): void {
  for (const finder of field.finders[number] ?? []) {
    const test = finder >> 1
    if (run.found[test] === 0) for (const filter of run.engine.wakes[test] ?? []) run.awake[filter] = yes
    run.found[test] = Math.max(run.found[test] ?? 0, finder & 1 ? proven : 1)
  }
}

function spend(run: Run, price: number): boolean {
  if (price > run.left) return false
  run.left -= price
  return true
}
