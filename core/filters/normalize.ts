// Makes conditions canonical: no needless groups, no duplicates, one order.
import { conditionsIn, groupKindOf, isTest, makeGroup } from './edit.ts'
import { canonicalKey, sortConditions } from './order.ts'
import { type Condition, Fact, type FactTest, type Test, type TextTest, Weekday } from './tree.ts'

/** The limit of values in a test (tree.ts). */
const mostValues = 100

/** Matches the same emails; trees that differ only in nesting, order or repetition become equal. Takes trees within the limits. */
export const normalize = (condition: Condition): Condition => tidy(condition, true)

/** Like `normalize`, but keeps the original order. */
export const simplify = (condition: Condition): Condition => tidy(condition, false)

function tidy(condition: Condition, isSorted: boolean): Condition {
  if (isTest(condition)) return tidyTest(condition, isSorted)
  const members = conditionsIn(condition).map(member => tidy(member, isSorted))
  if (groupKindOf(condition) === 'all') return allOf(members, isSorted)
  const any = anyOf(members, isSorted)
  return groupKindOf(condition) === 'any' ? any : noneOf(any, isSorted)
}

/** Collects everything negated into one `none` at the end, as the exceptions. */
function allOf(members: Condition[], isSorted: boolean): Condition {
  const flattened = unique(members.flatMap(member => ('all' in member ? member.all : [member])))
  const [single] = flattened
  if (single && flattened.length === 1) return single
  const negated = flattened.flatMap(member => ('none' in member ? member.none : []))
  const remaining = negated.filter(member => negate(member, isSorted) === null)
  const required = flattened.flatMap(member => ('none' in member ? member.none.flatMap(part => negate(part, isSorted) ?? []) : [member]))
  const none = remaining.length === 0 ? [] : [noneOf(anyOf(remaining, isSorted), isSorted)]
  if (remaining.length < negated.length) return allOf([...required, ...none], isSorted)
  return group('all', [...maybeSort(required, isSorted), ...none])
}

function anyOf(members: Condition[], isSorted: boolean): Condition {
  const flattened = members.flatMap(member => ('any' in member ? member.any : [member]))
  const [single] = flattened
  if (single && flattened.length === 1 && !(isTextTest(single) && single.values.length > mostValues)) return single
  return group('any', maybeSort(unique(mergeTests(flattened, isSorted)), isSorted))
}

const noneOf = (condition: Condition, isSorted: boolean): Condition =>
  negate(condition, isSorted) ?? { none: 'any' in condition ? condition.any : [condition] }

const group = (kind: 'all' | 'any', members: Condition[]): Condition =>
  members.length === 1 && members[0] ? members[0] : makeGroup(kind, members)

const maybeSort = (members: Condition[], isSorted: boolean): Condition[] => (isSorted ? sortConditions(members) : members)

const unique = (members: Condition[]): Condition[] => [...new Map(members.map(member => [canonicalKey(member), member])).values()]

/** The exact opposite without an enclosing group; null if it needs one. */
function negate(condition: Condition, isSorted: boolean): Condition | null {
  if ('none' in condition) return anyOf(condition.none, isSorted)
  if (!isTest(condition)) return null
  switch (condition.operator) {
    case 'exists':
      return { ...condition, operator: 'missing' }
    case 'missing':
      return { ...condition, operator: 'exists' }
    case 'is_not':
      return { ...condition, operator: 'is' }
    case 'is':
      return isFact(condition) ? { ...condition, operator: 'is_not' } : null
    default:
      return null
  }
}

const isFact = (test: Test): test is FactTest =>
  test.field === 'calendar' || test.field === 'sender_badge' || Fact.options.some(fact => fact === test.field)

/** Merges tests that differ only in their values, since one matching value is enough. */
function mergeTests(members: Condition[], isSorted: boolean): Condition[] {
  const byKey = Map.groupBy(members.filter(isTextTest), mergeKey)
  return members.flatMap((member): Condition[] => {
    if (!isTextTest(member)) return [member]
    const tests = byKey.get(mergeKey(member)) ?? []
    return tests[0] === member
      ? chunkValues(
          member,
          tidyValues(
            tests.flatMap(test => test.values),
            isSorted,
          ),
        )
      : []
  })
}

const isTextTest = (member: Condition): member is TextTest => 'values' in member && member.field !== 'exact'

const mergeKey = (test: TextTest): string =>
  `${test.operator} ${test.field === 'header' ? `header ${test.name.toLowerCase()}` : test.field}`

const chunkValues = (test: TextTest, values: string[]): TextTest[] =>
  Array.from({ length: Math.ceil(values.length / mostValues) || 1 }, (_, i) => ({
    ...test,
    values: values.slice(i * mostValues, (i + 1) * mostValues),
  }))

function tidyTest(test: Test, isSorted: boolean): Test {
  if (test.field === 'weekday') return { ...test, days: Weekday.options.filter(day => test.days.includes(day)) }
  const trimmed = test.field === 'header' ? { ...test, name: isSorted ? test.name.trim().toLowerCase() : test.name.trim() } : test
  if (trimmed.field === 'exact') return { ...trimmed, values: uniqueValues(trimmed.values, isSorted) }
  if ('values' in trimmed) return { ...trimmed, values: tidyValues(trimmed.values, isSorted) }
  return 'list' in trimmed ? { ...trimmed, list: trimmed.list.trim() } : trimmed
}

const tidyValues = (values: string[], isSorted: boolean): string[] =>
  uniqueValues(
    values.map(value => value.trim()).filter(value => value !== ''),
    isSorted,
  )

const uniqueValues = (values: string[], isSorted: boolean): string[] => (isSorted ? [...new Set(values)].toSorted() : [...new Set(values)])
