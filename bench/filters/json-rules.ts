// Translates our filters into rules for json-rules-engine, with operators that compare the same values.
import { Engine, type TopLevelCondition } from 'json-rules-engine'
import { RE2JS } from 're2js'
import type { Filter } from '../../core/filters/action.ts'
import { conditionsIn } from '../../core/filters/edit.ts'
import { fieldValues, foldedValues, type SearchedField, toFilterInput } from '../../core/filters/fields.ts'
import { observe } from '../../core/filters/observe.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'
import { wildcardMatches } from '../../core/filters/wildcard.ts'
import type { MailView } from '../../core/message/view.ts'
import { foldVariants } from '../../core/text/fold.ts'
import { arrival } from './messages.ts'

const noLists = new Map<string, ReadonlySet<string>>()

export function jsonRules(filters: Filter[]): (view: MailView) => Promise<string[]> {
  const facts = new Map<string, SearchedField>()
  const rules = filters.map(filter => ({ conditions: toTopLevel(filter.condition, facts), event: { type: filter.id } }))
  const engine = new Engine(rules)
  for (const [name, holds] of Object.entries(operators))
    engine.addOperator(name, (texts: string[], wanted: string[]) =>
      texts.some(text => wanted.some(word => word !== '' && holds(text, word))),
    )
  const patterns = new Map<string, RE2JS>()
  for (const test of filters.flatMap(filter => patternsIn(filter.condition)))
    patterns.set(test, RE2JS.compile(test, RE2JS.CASE_INSENSITIVE))
  // The rules are cloned at each run, so they cannot contain the compiled patterns.
  engine.addOperator('find', (texts: string[], wanted: string[]) => texts.some(text => wanted.some(name => patterns.get(name)?.test(text))))
  return async view => {
    const { events } = await engine.run(readFacts(view, facts))
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

function toTopLevel(condition: Condition, facts: Map<string, SearchedField>): TopLevelCondition {
  if ('all' in condition) return { all: condition.all.map(part => toCondition(part, facts)) }
  if ('any' in condition) return { any: condition.any.map(part => toCondition(part, facts)) }
  if ('none' in condition) return { not: { any: condition.none.map(part => toCondition(part, facts)) } }
  return { all: [toCondition(condition, facts)] }
}

function toCondition(condition: Condition, facts: Map<string, SearchedField>) {
  if (!('field' in condition)) return toTopLevel(condition, facts)
  if (condition.field === 'exact' || !('values' in condition))
    return { fact: 'held', operator: 'equal', value: true, params: { test: condition } }
  const isPattern = condition.operator === 'regexp'
  const fact = `${isPattern ? 'raw' : 'folded'} ${condition.field}`
  facts.set(fact, condition)
  if (isPattern) return { fact, operator: 'find', value: condition.values }
  return { fact, operator: condition.operator, value: condition.values.flatMap(foldVariants).map(folded => folded.text) }
}

function readFacts(view: MailView, fields: Map<string, SearchedField>): Record<string, unknown> {
  const input = toFilterInput(view, arrival, noLists)
  const values = [...fields].map(([name, field]) => [
    name,
    name.startsWith('raw') ? fieldValues(field, input) : foldedValues(field, input).map(folded => folded.text),
  ])
  return { ...Object.fromEntries(values), held: ({ test }: { test: Test }) => observe(test, input).held }
}
