// Changes to one test while a person edits it: its field, its operator, and whether it says anything yet.
import { Test, TextField, TextOperator } from './tree.ts'

/** `exact` comes from Sieve alone: it is shown and kept, not edited. */
export type FieldName = Exclude<Test['field'], 'exact'>
export type OperatorName = Test['operator']

/** The fields as a person looks for them. */
export const fieldGroups = {
  sender: ['from', 'sender_domain', 'reply_to', 'first_time_sender'],
  recipients: ['recipient', 'to', 'cc', 'mailbox'],
  text: ['subject', 'any', 'body', 'whole_body', 'language'],
  attachments: ['attachment', 'attachment_name', 'attachment_type', 'attachment_size', 'attachment_count'],
  time: ['weekday', 'hour', 'date'],
  kind: ['newsletter', 'automated', 'reply', 'calendar', 'list'],
  checks: ['sender_badge', 'auth'],
  other: ['header', 'size'],
} as const satisfies Record<string, readonly FieldName[]>
export type FieldGroup = keyof typeof fieldGroups

const words: readonly OperatorName[] = [...TextOperator.options, 'in_list', 'exists', 'missing']
const facts: readonly OperatorName[] = ['is', 'is_not']
const operators: Partial<Record<FieldName, readonly OperatorName[]>> = {
  attachment: ['exists', 'missing'],
  size: ['over', 'under'],
  attachment_size: ['over', 'under'],
  attachment_count: ['over', 'under', 'is'],
  date: ['on_or_after', 'before', 'on'],
  weekday: ['in'],
  hour: ['between'],
  auth: ['is'],
  automated: facts,
  newsletter: facts,
  reply: facts,
  first_time_sender: facts,
  calendar: facts,
  sender_badge: facts,
  language: ['is', 'exists', 'missing'],
}

export const operatorsOf = (field: FieldName): readonly OperatorName[] => operators[field] ?? words

/** What was typed stays where the new field has a place for it. `today` is a day such as 2026-11-20. */
export function withField(test: Test, field: FieldName, today: string): Test {
  const fresh = freshTest(field, today)
  if (!('values' in fresh) || !isRead(test)) return fresh
  const kept = operatorsOf(field).includes(test.operator) ? withOperator(fresh, test.operator) : fresh
  if ('values' in kept && 'values' in test) return { ...kept, values: test.values }
  return 'list' in kept && 'list' in test ? { ...kept, list: test.list } : kept
}

type Read = Extract<Test, { field: TextField | 'header' }>
const isRead = (test: Test): test is Read => test.field === 'header' || TextField.safeParse(test.field).success

/** A test of this field that says the least. */
export function freshTest(field: FieldName, today: string): Test {
  switch (field) {
    case 'header':
      return { field, name: '', operator: 'contains', values: [] }
    case 'attachment':
      return { field, operator: 'exists' }
    case 'size':
    case 'attachment_size':
      return { field, operator: 'over', bytes: 1_000_000 }
    case 'attachment_count':
      return { field, operator: 'over', count: 1 }
    case 'date':
      return { field, operator: 'on_or_after', day: today }
    case 'weekday':
      return { field, operator: 'in', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }
    case 'hour':
      return { field, operator: 'between', from: '08:00', to: '18:00' }
    case 'auth':
      return { field, check: 'any', operator: 'is', verdict: 'fail' }
    case 'sender_badge':
      return { field, operator: 'is', wanted: 'warning' }
    case 'calendar':
      return { field, operator: 'is', method: 'any' }
    case 'automated':
    case 'newsletter':
    case 'reply':
    case 'first_time_sender':
      return { field, operator: 'is' }
    case 'language':
      return { field, operator: 'is', values: [] }
    default:
      return { field, operator: 'contains', values: [] }
  }
}

/** Another way to compare; words that were typed stay while they can. */
export function withOperator(test: Test, operator: OperatorName): Test {
  if (isRead(test)) {
    const how = comparing(operator, 'values' in test ? test.values : [])
    if (!how) return test
    return test.field === 'header' ? { field: test.field, name: test.name, ...how } : { field: test.field, ...how }
  }
  const changed = Test.safeParse({ ...test, operator })
  return changed.success ? changed.data : test
}

function comparing(operator: OperatorName, values: string[]) {
  if (operator === 'in_list') return { operator, list: '' }
  if (operator === 'exists' || operator === 'missing') return { operator }
  const compared = TextOperator.safeParse(operator)
  return compared.success ? { operator: compared.data, values } : null
}

/** What is still missing; null when the test says something. */
export function missingIn(test: Test): 'values' | 'header' | 'list' | 'days' | 'day' | null {
  if (test.field === 'header' && !test.name.trim()) return 'header'
  if ('values' in test && test.values.length === 0) return 'values'
  if ('list' in test && !test.list.trim()) return 'list'
  if (test.field === 'weekday' && test.days.length === 0) return 'days'
  return test.field === 'date' && !test.day ? 'day' : null
}
