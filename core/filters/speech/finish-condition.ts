// Converts a draft to a condition: drops holes, and merges values of the same field into one test.

import type { Span } from '../../text/spans.ts'
import { type ConditionPath, conditionsIn, isTest } from '../edit.ts'
import type { Condition, Test } from '../tree.ts'
import type { ConditionDraft } from './pieces.ts'

/** Where in the sentence each test comes from. */
export type TestSpans = Map<ConditionDraft | Condition, Span[]>

/** Null if nothing is left without the holes. */
export function finishCondition(draft: ConditionDraft | null, spans: TestSpans): Condition | null {
  if (draft === null || 'hole' in draft) return null
  if ('field' in draft) return draft
  if ('none' in draft) return makeGroup('none', finishAll(draft.none, spans))
  return 'all' in draft ? makeGroup('all', finishAll(draft.all, spans)) : makeGroup('any', mergeTests(finishAll(draft.any, spans), spans))
}

const finishAll = (drafts: ConditionDraft[], spans: TestSpans): Condition[] =>
  drafts.map(draft => finishCondition(draft, spans)).filter(each => each !== null)

function makeGroup(kind: 'all' | 'any' | 'none', members: Condition[]): Condition | null {
  const [only] = members
  if (!only) return null
  if (kind === 'none') return { none: members }
  if (members.length === 1) return only
  return kind === 'all' ? { all: members } : { any: members }
}

/** `from Ada or Ben` is one test with two values. */
function mergeTests(members: Condition[], spans: TestSpans): Condition[] {
  const result: Condition[] = []
  for (const member of members) {
    const i = result.findIndex(other => canMerge(other, member))
    const other = result[i]
    if (other && isTest(other) && 'values' in other && isTest(member) && 'values' in member) {
      const both: Test = { ...other, values: [...new Set([...other.values, ...member.values])] }
      spans.set(both, [...(spans.get(other) ?? []), ...(spans.get(member) ?? [])])
      result[i] = both
    } else result.push(member)
  }
  return result
}

function canMerge(a: Condition, b: Condition): boolean {
  if (!isTest(a) || !isTest(b) || !('values' in a) || !('values' in b)) return false
  const isSameHeader = a.field !== 'header' || (b.field === 'header' && a.name === b.name)
  return a.field === b.field && a.operator === b.operator && isSameHeader && a.values.length + b.values.length <= 100
}

/** The tests of a condition with their paths. */
export function listTestPaths(condition: Condition | null, path: ConditionPath = []): { test: Test; path: ConditionPath }[] {
  if (condition === null) return []
  if (isTest(condition)) return [{ test: condition, path }]
  return conditionsIn(condition).flatMap((member, i) => listTestPaths(member, [...path, i]))
}
