// Changes a condition as little as possible so that it also matches an email that it missed.
import { conditionsIn, groupKindOf, isTest, makeGroup } from './edit.ts'
import type { Explanation } from './explanation.ts'
import { loosen } from './loosen.ts'
import type { Condition } from './tree.ts'

/**
 * `explanation` must explain this condition on that email. Words are added and numbers changed where the test allows it; a test that
 * cannot be made to match is removed. Null if nothing would remain.
 */
export function mend(condition: Condition, explanation: Explanation): Condition | null {
  if (explanation.held !== false) return condition
  if (isTest(condition)) return 'test' in explanation ? loosen(condition, explanation.seen) : null
  if (!('parts' in explanation)) return null
  const kind = groupKindOf(condition)
  const members = conditionsIn(condition)
  const parts = members.map((member, index) => ({ member, explanation: explanation.parts[index] }))
  if (kind === 'any') return mendFirst(parts)
  const remaining = parts.flatMap(({ member, explanation: part }) => {
    if (!part) return [member]
    if (kind === 'none') return part.held === true ? [] : [member]
    return mend(member, part) ?? []
  })
  return remaining.length > 0 ? makeGroup(kind, remaining) : null
}

/** One match is enough: changes the first part that can be changed without removing it. */
function mendFirst(parts: { member: Condition; explanation: Explanation | undefined }[]): Condition | null {
  for (const [index, { member, explanation }] of parts.entries()) {
    const mended = explanation ? mend(member, explanation) : null
    if (mended)
      return makeGroup(
        'any',
        parts.map((part, i) => (i === index ? mended : part.member)),
      )
  }
  return null
}
