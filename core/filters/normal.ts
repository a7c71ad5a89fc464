// One form for conditions that say the same: no needless group, nothing twice, one order.
import { conditionsIn, groupOf, howOf, isTest } from './edit.ts'
import { inOrder, keyOf } from './order.ts'
import { type Condition, Fact, type FactTest, type Test, type TextTest, Weekday } from './tree.ts'

/** As many values as a test may have (tree.ts). */
const mostValues = 100

/** Holds on the same mails; trees that differ in nesting, order or repetition alone become equal. Takes trees within the limits. */
export const normalise = (condition: Condition): Condition => tidy(condition, true)

/** The same, but what was said first stays first. */
export const simplify = (condition: Condition): Condition => tidy(condition, false)

function tidy(condition: Condition, isSorted: boolean): Condition {
  if (isTest(condition)) return tidyTest(condition, isSorted)
  const members = conditionsIn(condition).map(member => tidy(member, isSorted))
  if (howOf(condition) === 'all') return allOf(members, isSorted)
  const any = anyOf(members, isSorted)
  return howOf(condition) === 'any' ? any : notOf(any, isSorted)
}

/** What must not hold stands together at the end: the exception of the sentence. */
function allOf(members: Condition[], isSorted: boolean): Condition {
  const flat = unique(members.flatMap(member => ('all' in member ? member.all : [member])))
  const [only] = flat
  if (only && flat.length === 1) return only
  const denied = flat.flatMap(member => ('none' in member ? member.none : []))
  const rest = denied.filter(member => oppositeOf(member, isSorted) === null)
  const wanted = flat.flatMap(member => ('none' in member ? member.none.flatMap(part => oppositeOf(part, isSorted) ?? []) : [member]))
  const none = rest.length === 0 ? [] : [notOf(anyOf(rest, isSorted), isSorted)]
  if (rest.length < denied.length) return allOf([...wanted, ...none], isSorted)
  return group('all', [...ordered(wanted, isSorted), ...none])
}

function anyOf(members: Condition[], isSorted: boolean): Condition {
  const flat = members.flatMap(member => ('any' in member ? member.any : [member]))
  const [only] = flat
  if (only && flat.length === 1 && !(isOfWords(only) && only.values.length > mostValues)) return only
  return group('any', ordered(unique(merged(flat, isSorted)), isSorted))
}

const notOf = (condition: Condition, isSorted: boolean): Condition =>
  oppositeOf(condition, isSorted) ?? { none: 'any' in condition ? condition.any : [condition] }

const group = (how: 'all' | 'any', members: Condition[]): Condition =>
  members.length === 1 && members[0] ? members[0] : groupOf(how, members)

const ordered = (members: Condition[], isSorted: boolean): Condition[] => (isSorted ? inOrder(members) : members)

const unique = (members: Condition[]): Condition[] => [...new Map(members.map(member => [keyOf(member), member])).values()]

/** What holds exactly where this does not, without a group around it; null where that takes one. */
function oppositeOf(condition: Condition, isSorted: boolean): Condition | null {
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

/** Tests that differ in their values alone are one, as any one value is enough. */
function merged(members: Condition[], isSorted: boolean): Condition[] {
  const alike = Map.groupBy(members.filter(isOfWords), placeOf)
  return members.flatMap((member): Condition[] => {
    if (!isOfWords(member)) return [member]
    const tests = alike.get(placeOf(member)) ?? []
    return tests[0] === member
      ? cut(
          member,
          tidyValues(
            tests.flatMap(test => test.values),
            isSorted,
          ),
        )
      : []
  })
}

const isOfWords = (member: Condition): member is TextTest => 'values' in member && member.field !== 'exact'

const placeOf = (test: TextTest): string => `${test.operator} ${test.field === 'header' ? `header ${test.name.toLowerCase()}` : test.field}`

const cut = (test: TextTest, values: string[]): TextTest[] =>
  Array.from({ length: Math.ceil(values.length / mostValues) || 1 }, (_, i) => ({
    ...test,
    values: values.slice(i * mostValues, (i + 1) * mostValues),
  }))

function tidyTest(test: Test, isSorted: boolean): Test {
  if (test.field === 'weekday') return { ...test, days: Weekday.options.filter(day => test.days.includes(day)) }
  const named = test.field === 'header' ? { ...test, name: isSorted ? test.name.trim().toLowerCase() : test.name.trim() } : test
  if (named.field === 'exact') return { ...named, values: once(named.values, isSorted) }
  if ('values' in named) return { ...named, values: tidyValues(named.values, isSorted) }
  return 'list' in named ? { ...named, list: named.list.trim() } : named
}

const tidyValues = (values: string[], isSorted: boolean): string[] =>
  once(
    values.map(value => value.trim()).filter(value => value !== ''),
    isSorted,
  )

const once = (values: string[], isSorted: boolean): string[] => (isSorted ? [...new Set(values)].toSorted() : [...new Set(values)])
