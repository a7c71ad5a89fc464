// Changes a condition by as little as will do so that it also holds on a mail that it missed.
import { conditionsIn, groupOf, howOf, isTest } from './edit.ts'
import type { Explanation } from './explanation.ts'
import { loosened } from './loosen.ts'
import type { Condition } from './tree.ts'

/**
 * `explanation` is of this very condition on that mail. Words are added and numbers moved where the test allows it; a test that
 * cannot be told to hold is taken out. Null where nothing would be left.
 */
export function mend(condition: Condition, explanation: Explanation): Condition | null {
  if (explanation.held !== false) return condition
  if (isTest(condition)) return 'test' in explanation ? loosened(condition, explanation.seen) : null
  if (!('parts' in explanation)) return null
  const how = howOf(condition)
  const members = conditionsIn(condition)
  const parts = members.map((member, at) => ({ member, explanation: explanation.parts[at] }))
  if (how === 'any') return mendOne(parts)
  const left = parts.flatMap(({ member, explanation: part }) => {
    if (!part) return [member]
    if (how === 'none') return part.held === true ? [] : [member]
    return mend(member, part) ?? []
  })
  return left.length > 0 ? groupOf(how, left) : null
}

/** Any one of them is enough: the first that can be mended without being taken out. */
function mendOne(parts: { member: Condition; explanation: Explanation | undefined }[]): Condition | null {
  for (const [at, { member, explanation }] of parts.entries()) {
    const mended = explanation ? mend(member, explanation) : null
    if (mended)
      return groupOf(
        'any',
        parts.map((part, other) => (other === at ? mended : part.member)),
      )
  }
  return null
}
