// The same filters as rules of json-rules-engine, with operators that compare what ours compare.
import { Engine, type TopLevelCondition } from 'json-rules-engine'
import { RE2JS } from 're2js'
import type { Filter } from '../../core/filters/action.ts'
import { conditionsIn } from '../../core/filters/edit.ts'
import { openReading, type SearchedField, textsOf, valuesOf } from '../../core/filters/fields.ts'
import { observe } from '../../core/filters/observe.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'
import { wildcardMatches } from '../../core/filters/wildcard.ts'
import type { MailView } from '../../core/message/view.ts'
import { readings } from '../../core/text/fold.ts'
import { arrival } from './messages.ts'

const noLists = new Map<string, ReadonlySet<string>>()

export function jsonRules(filters: Filter[]): (view: MailView) => Promise<string[]> {
  const facts = new Map<string, SearchedField>()
  const rules = filters.map(filter => ({ conditions: topOf(filter.condition, facts), event: { type: filter.id } }))
  const engine = new Engine(rules)
  for (const [name, holds] of Object.entries(operators))
    engine.addOperator(name, (texts: string[], wanted: string[]) =>
      texts.some(text => wanted.some(word => word !== '' && holds(text, word))),
    )
  const patterns = new Map<string, RE2JS>()
  for (const test of filters.flatMap(filter => patternsIn(filter.condition)))
    patterns.set(test, RE2JS.compile(test, RE2JS.CASE_INSENSITIVE))
  // The rules are cloned at each run, so that they cannot hold the compiled patterns themselves.
  engine.addOperator('find', (texts: string[], wanted: string[]) => texts.some(text => wanted.some(name => patterns.get(name)?.test(text))))
  return async view => {
    const { events } = await engine.run(factsOf(view, facts))
    return events.map(event => event.type)
  }
}

const operators: Record<string, (text: string, word: string) => boolean> = {
  contains: (text, word) => text.includes(word),
  is: (text, word) => text === word,
  starts: (text, word) => text.startsWith(word),
  ends: (text, word) => text.endsWith(word),
  wildcard: (text, word) => wildcardMatches(word, text),
}

function patternsIn(condition: Condition): string[] {
  if (!('field' in condition)) return conditionsIn(condition).flatMap(patternsIn)
  return 'values' in condition && condition.operator === 'regexp' ? condition.values : []
}

function topOf(condition: Condition, facts: Map<string, SearchedField>): TopLevelCondition {
  if ('all' in condition) return { all: condition.all.map(part => partOf(part, facts)) }
  if ('any' in condition) return { any: condition.any.map(part => partOf(part, facts)) }
  if ('none' in condition) return { not: { any: condition.none.map(part => partOf(part, facts)) } }
  return { all: [partOf(condition, facts)] }
}

function partOf(condition: Condition, facts: Map<string, SearchedField>) {
  if (!('field' in condition)) return topOf(condition, facts)
  if (condition.field === 'exact' || !('values' in condition))
    return { fact: 'held', operator: 'equal', value: true, params: { test: condition } }
  const isPattern = condition.operator === 'regexp'
  const fact = `${isPattern ? 'raw' : 'folded'} ${condition.field}`
  facts.set(fact, condition)
  if (isPattern) return { fact, operator: 'find', value: condition.values }
  return { fact, operator: condition.operator, value: condition.values.flatMap(readings).map(folded => folded.text) }
}

function factsOf(view: MailView, places: Map<string, SearchedField>): Record<string, unknown> {
  const reading = openReading(view, arrival, noLists)
  const words = [...places].map(([name, place]) => [
    name,
    name.startsWith('raw') ? valuesOf(place, reading) : textsOf(place, reading).map(folded => folded.text),
  ])
  return { ...Object.fromEntries(words), held: ({ test }: { test: Test }) => observe(test, reading).held }
}
