// Sorts the members of a group where order does not matter: tests in field order, then groups.
import { groupKindOf, isTest } from './edit.ts'
import { type Condition, type Test, TextField } from './tree.ts'

const fields: string[] = [
  ...TextField.options,
  'header',
  'attachment',
  'attachment_size',
  'attachment_count',
  'size',
  'amount',
  'date',
  'weekday',
  'hour',
  'auth',
  'automated',
  'newsletter',
  'reply',
  'first_time_sender',
  'calendar',
  'sender_badge',
  'exact',
] satisfies Test['field'][]
const groupKinds = ['any', 'all', 'none']

export function sortConditions(members: Condition[]): Condition[] {
  const keyed = members.map(member => ({ member, rank: rankOf(member), key: canonicalKey(member) }))
  return keyed.toSorted((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1)).map(({ member }) => member)
}

/** Equal for equal conditions, regardless of property order. */
export function canonicalKey(condition: unknown): string {
  if (Array.isArray(condition)) return `[${condition.map(canonicalKey).join()}]`
  if (typeof condition !== 'object' || condition === null) return JSON.stringify(condition) ?? ''
  // Runs for each of thousands of words: sorting the property names is cheaper than sorting the rendered properties.
  let text = ''
  for (const name of Object.keys(condition).sort()) {
    const value: unknown = Reflect.get(condition, name)
    if (value !== undefined) text += `${text && ','}${name}:${canonicalKey(value)}`
  }
  return `{${text}}`
}

const rankOf = (condition: Condition): number =>
  isTest(condition) ? fields.indexOf(condition.field) : fields.length + groupKinds.indexOf(groupKindOf(condition))
