// Makes a condition of a draft: holes fall away, words of one field stand in one test.

import type { Span } from '../../text/spans.ts'
import { type ConditionPath, conditionsIn, isTest } from '../edit.ts'
import type { Condition, Test } from '../tree.ts'
import type { ConditionDraft } from './pieces.ts'

/** Where each test was said. */
export type TestSpans = Map<ConditionDraft | Condition, Span[]>

/** What is left without the holes; null: nothing. */
export function concrete(draft: ConditionDraft | null, places: TestSpans): Condition | null {
  if (draft === null || 'hole' in draft) return null
  if ('field' in draft) return draft
  if ('none' in draft) return groupOf('none', compact(draft.none, places))
  return 'all' in draft ? groupOf('all', compact(draft.all, places)) : groupOf('any', merged(compact(draft.any, places), places))
}

const compact = (drafts: ConditionDraft[], places: TestSpans): Condition[] =>
  drafts.map(draft => concrete(draft, places)).filter(each => each !== null)

function groupOf(how: 'all' | 'any' | 'none', members: Condition[]): Condition | null {
  const [only] = members
  if (!only) return null
  if (how === 'none') return { none: members }
  if (members.length === 1) return only
  return how === 'all' ? { all: members } : { any: members }
}

/** `from Ada or Ben` is one test with two words. */
function merged(members: Condition[], places: TestSpans): Condition[] {
  const kept: Condition[] = []
  for (const member of members) {
    const i = kept.findIndex(other => canMerge(other, member))
    const other = kept[i]
    if (other && isTest(other) && 'values' in other && isTest(member) && 'values' in member) {
      const both: Test = { ...other, values: [...new Set([...other.values, ...member.values])] }
      places.set(both, [...(places.get(other) ?? []), ...(places.get(member) ?? [])])
      kept[i] = both
    } else kept.push(member)
  }
  return kept
}

function canMerge(a: Condition, b: Condition): boolean {
  if (!isTest(a) || !isTest(b) || !('values' in a) || !('values' in b)) return false
  const isSameHeader = a.field !== 'header' || (b.field === 'header' && a.name === b.name)
  return a.field === b.field && a.operator === b.operator && isSameHeader && a.values.length + b.values.length <= 100
}

/** The tests of a condition with the way to each. */
export function testsIn(condition: Condition | null, path: ConditionPath = []): { test: Test; path: ConditionPath }[] {
  if (condition === null) return []
  if (isTest(condition)) return [{ test: condition, path }]
  return conditionsIn(condition).flatMap((member, i) => testsIn(member, [...path, i]))
}
