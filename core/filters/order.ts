// The order in which members of a group stand where it changes nothing: tests as the fields are listed, then groups.
import { howOf, isTest } from './edit.ts'
import { type Condition, type Test, TextField } from './tree.ts'

const fields: string[] = [
  ...TextField.options,
  'header',
  'attachment',
  'attachment_size',
  'attachment_count',
  'size',
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
const groups = ['any', 'all', 'none']

export function inOrder(members: Condition[]): Condition[] {
  const keyed = members.map(member => ({ member, rank: rankOf(member), key: keyOf(member) }))
  return keyed.toSorted((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1)).map(({ member }) => member)
}

/** Equal for equal conditions, whatever the order of their properties. */
export function keyOf(condition: unknown): string {
  if (Array.isArray(condition)) return `[${condition.map(keyOf).join()}]`
  if (typeof condition !== 'object' || condition === null) return JSON.stringify(condition) ?? ''
  // Asked of each of thousands of words: by name, as sorting what they say takes longer than saying it.
  let said = ''
  for (const name of Object.keys(condition).sort()) {
    const value: unknown = Reflect.get(condition, name)
    if (value !== undefined) said += `${said && ','}${name}:${keyOf(value)}`
  }
  return `{${said}}`
}

const rankOf = (condition: Condition): number =>
  isTest(condition) ? fields.indexOf(condition.field) : fields.length + groups.indexOf(howOf(condition))
