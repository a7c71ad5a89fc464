// Collects the tests and groups of all filters, each stored once no matter how many filters contain it.
import { type ConditionGroup, conditionsIn, groupKindOf, isTest } from '../edit.ts'
import type { SearchedField } from '../fields.ts'
import { patternSize } from '../pattern.ts'
import type { Condition, Test, TextTest } from '../tree.ts'
import { newFieldDraft, numberText } from './field-index.ts'
import { fieldDepth } from './needs.ts'
import type { PlannedField, PlannedNode, PlannedTest, PlannedWords } from './planned.ts'
import { relativeCost } from './price.ts'
import { foldWords, isWordsTest, type SearchText, toSearchTexts } from './search-texts.ts'

export interface EnginePlan {
  tests: PlannedTest[]
  nodes: PlannedNode[]
  fields: PlannedField[]
  /** The number of each test object in the filters. */
  testNumbers: Map<Test, number>
  numbersByKey: Map<string, number>
}

export const newPlan = (): EnginePlan => ({ tests: [], nodes: [], fields: [], testNumbers: new Map(), numbersByKey: new Map() })

/** Returns the node for `condition`. */
export function addCondition(plan: EnginePlan, condition: Condition): number {
  return isTest(condition) ? addTest(plan, condition) : addGroup(plan, condition)
}

function addGroup(plan: EnginePlan, group: ConditionGroup): number {
  const kind = groupKindOf(group)
  const parts = [...new Set(conditionsIn(group).map(part => addCondition(plan, part)))]
  const nodeCost = (node: number) => plan.nodes[node]?.cost ?? 0
  parts.sort((a, b) => nodeCost(a) - nodeCost(b) || a - b)
  const [single] = parts
  if (single !== undefined && parts.length === 1 && kind !== 'none') return single
  return numberFor(plan, `${kind} ${parts.join()}`, () =>
    addNode(plan, { kind, parts, cost: parts.reduce((sum, part) => sum + nodeCost(part), 1) }),
  )
}

function addTest(plan: EnginePlan, test: Test): number {
  const number = numberFor(plan, JSON.stringify(test), () => {
    const node = addNode(plan, { kind: 'test', parts: [plan.tests.length], cost: relativeCost(test) })
    const planned = { test, node, cost: relativeCost(test), depth: fieldDepth(test.field), words: null }
    const at = plan.tests.push(planned) - 1
    if (isWordsTest(test)) plan.tests[at] = { ...planned, words: addWords(plan, test, at) }
    return at
  })
  plan.testNumbers.set(test, number)
  return plan.tests[number]?.node ?? 0
}

function addWords(plan: EnginePlan, test: TextTest, at: number): PlannedWords {
  const foldedWords = foldWords(test)
  const searchTexts = toSearchTexts(test, foldedWords)
  const isRaw = test.operator === 'regexp'
  const fields = searchedFields(test).map(searched => addField(plan, searched, isRaw))
  for (const field of searchTexts === null ? [] : fields) for (const searchText of searchTexts ?? []) addFinder(plan, field, searchText, at)
  const patterns = isRaw ? test.values.flatMap(planPattern) : []
  return { test, foldedWords: foldedWords, patterns, fields, isIndexed: searchTexts !== null }
}

function planPattern(pattern: string): PlannedWords['patterns'] {
  const size = patternSize(pattern)
  return size === null ? [] : [{ pattern, size, mayExplode: mayExplode(pattern) }]
}

function addFinder(plan: EnginePlan, at: number, searchText: SearchText, test: number): void {
  const field = plan.fields[at]
  if (!field) return
  const number = numberText(field.draft, searchText.mode, searchText.text)
  const finders = (field.finders[number] ??= [])
  const finder = test * 2 + (searchText.isProof ? 1 : 0)
  if (finders.at(-1) !== finder) finders.push(finder)
}

function addField(plan: EnginePlan, searched: SearchedField, isRaw: boolean): number {
  const name = searched.field === 'header' ? `header ${searched.name.toLowerCase()}` : searched.field
  return numberFor(
    plan,
    `${isRaw ? 'raw ' : ''}field ${name}`,
    () => plan.fields.push({ searched: searched, isRaw, depth: fieldDepth(searched.field), draft: newFieldDraft(), finders: [] }) - 1,
  )
}

// Subject and body are each read once, also for tests that search both.
const searchedFields = (test: TextTest): SearchedField[] => (test.field === 'any' ? [{ field: 'subject' }, { field: 'body' }] : [test])

const addNode = (plan: EnginePlan, node: PlannedNode): number => plan.nodes.push(node) - 1

function numberFor(plan: EnginePlan, key: string, make: () => number): number {
  const existing = plan.numbersByKey.get(key)
  if (existing !== undefined) return existing
  const created = make()
  plan.numbersByKey.set(key, created)
  return created
}

/** The parts of a pattern that multiply states: character classes, repeats, and alternatives in a group. */
const multiplier = /(\\[dDwWsSpP]|\[(?:\\.|[^\\\]])*\]|\.|\((?:\?[^:()]*:)?[^()|\\]*\||(?:\\.|[^\\])(?=[?*+{]))|\\./gs
/** Ten of them give a thousand states. */
const mostMultipliers = 10
/** A repeat of ten or more counts as ten of them. */
const hasLargeRepeat = /\{(?:\d*,)?\d{2,}/

/** Whether the automaton may have too many states, so that each character meets each instruction. */
export const mayExplode = (pattern: string): boolean =>
  hasLargeRepeat.test(pattern) ||
  [...pattern.matchAll(multiplier)].filter(([, isMultiplier]) => isMultiplier !== undefined).length >= mostMultipliers
