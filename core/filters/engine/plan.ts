// Every test and group of a person's filters, each known once however many filters hold it.
import type { ConditionGroup } from '../edit.ts'
import { conditionsIn, howOf, isTest } from '../edit.ts'
import type { SearchedField } from '../fields.ts'
import { sizeOfPattern } from '../pattern.ts'
import type { Condition, Test, TextTest } from '../tree.ts'
import { newDraft, numberOf } from './field-index.ts'
import { depthOfField } from './needs.ts'
import type { PlannedField, PlannedNode, PlannedTest, PlannedWords } from './planned.ts'
import { costOfTest } from './price.ts'
import { isWordsTest, type SearchText, searchTextsOf, wantedBy } from './search-texts.ts'
import { maySpread } from './spread.ts'

export interface EnginePlan {
  tests: PlannedTest[]
  nodes: PlannedNode[]
  fields: PlannedField[]
  /** The tests as they stand in the filters. */
  numbers: Map<Test, number>
  known: Map<string, number>
}

export const newPlan = (): EnginePlan => ({ tests: [], nodes: [], fields: [], numbers: new Map(), known: new Map() })

/** The node that says whether `condition` holds. */
export function addCondition(plan: EnginePlan, condition: Condition): number {
  return isTest(condition) ? addTest(plan, condition) : addGroup(plan, condition)
}

function addGroup(plan: EnginePlan, group: ConditionGroup): number {
  const kind = howOf(group)
  const parts = [...new Set(conditionsIn(group).map(part => addCondition(plan, part)))]
  const costOf = (node: number) => plan.nodes[node]?.cost ?? 0
  parts.sort((a, b) => costOf(a) - costOf(b) || a - b)
  const [only] = parts
  if (only !== undefined && parts.length === 1 && kind !== 'none') return only
  return remembered(plan, `${kind} ${parts.join()}`, () =>
    addNode(plan, { kind, parts, cost: parts.reduce((sum, part) => sum + costOf(part), 1) }),
  )
}

function addTest(plan: EnginePlan, test: Test): number {
  const number = remembered(plan, JSON.stringify(test), () => {
    const node = addNode(plan, { kind: 'test', parts: [plan.tests.length], cost: costOfTest(test) })
    const planned = { test, node, cost: costOfTest(test), depth: depthOfField(test.field), words: null }
    const at = plan.tests.push(planned) - 1
    if (isWordsTest(test)) plan.tests[at] = { ...planned, words: addWords(plan, test, at) }
    return at
  })
  plan.numbers.set(test, number)
  return plan.tests[number]?.node ?? 0
}

function addWords(plan: EnginePlan, test: TextTest, at: number): PlannedWords {
  const wanted = wantedBy(test)
  const wishes = searchTextsOf(test, wanted)
  const isRaw = test.operator === 'regexp'
  const fields = placesOf(test).map(place => fieldOf(plan, place, isRaw))
  for (const field of wishes === null ? [] : fields) for (const wish of wishes ?? []) addFinder(plan, field, wish, at)
  const patterns = isRaw ? test.values.flatMap(patternOf) : []
  return { test, wanted, patterns, fields, isIndexed: wishes !== null }
}

function patternOf(pattern: string): PlannedWords['patterns'] {
  const size = sizeOfPattern(pattern)
  return size === null ? [] : [{ pattern, size, spreads: maySpread(pattern) }]
}

function addFinder(plan: EnginePlan, at: number, wish: SearchText, test: number): void {
  const field = plan.fields[at]
  if (!field) return
  const number = numberOf(field.draft, wish.how, wish.text)
  const finders = (field.finders[number] ??= [])
  const finder = test * 2 + (wish.isProof ? 1 : 0)
  if (finders.at(-1) !== finder) finders.push(finder)
}

function fieldOf(plan: EnginePlan, place: SearchedField, isRaw: boolean): number {
  const name = place.field === 'header' ? `header ${place.name.toLowerCase()}` : place.field
  return remembered(
    plan,
    `${isRaw ? 'raw ' : ''}field ${name}`,
    () => plan.fields.push({ place, isRaw, depth: depthOfField(place.field), draft: newDraft(), finders: [] }) - 1,
  )
}

// Subject and body are read once for all who look there, also for those who look in both.
const placesOf = (test: TextTest): SearchedField[] => (test.field === 'any' ? [{ field: 'subject' }, { field: 'body' }] : [test])

const addNode = (plan: EnginePlan, node: PlannedNode): number => plan.nodes.push(node) - 1

function remembered(plan: EnginePlan, key: string, make: () => number): number {
  const before = plan.known.get(key)
  if (before !== undefined) return before
  const made = make()
  plan.known.set(key, made)
  return made
}
