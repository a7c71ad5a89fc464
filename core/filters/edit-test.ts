// Edits one test of a condition: changes its field or operator and reports what is missing.
import { AmountTest, Test, TextField, TextOperator } from './tree.ts'

/** `exact` tests come only from Sieve imports: they are displayed and kept, but cannot be edited. */
export type FieldName = Exclude<Test['field'], 'exact'>
export type OperatorName = Test['operator']

/** Fields grouped as the editor's menu shows them. */
export const fieldGroups = {
  sender: ['from', 'sender_domain', 'reply_to', 'first_time_sender'],
  recipients: ['recipient', 'to', 'cc', 'mailbox'],
  text: ['subject', 'any', 'body', 'whole_body', 'amount', 'language'],
  attachments: ['attachment', 'attachment_name', 'attachment_type', 'attachment_size', 'attachment_count'],
  time: ['weekday', 'hour', 'date'],
  kind: ['newsletter', 'automated', 'reply', 'calendar', 'list'],
  checks: ['sender_badge', 'auth'],
  other: ['header', 'size'],
} as const satisfies Record<string, readonly FieldName[]>
export type FieldGroup = keyof typeof fieldGroups

const wordOperators: readonly OperatorName[] = [...TextOperator.options, 'in_list', 'exists', 'missing']
const factOperators: readonly OperatorName[] = ['is', 'is_not']
const operators: Partial<Record<FieldName, readonly OperatorName[]>> = {
  attachment: ['exists', 'missing'],
  size: ['over', 'under'],
  attachment_size: ['over', 'under'],
  attachment_count: ['over', 'under', 'is'],
  amount: ['over', 'at_least', 'under', 'at_most', 'between'],
  date: ['on_or_after', 'before', 'on'],
  weekday: ['in'],
  hour: ['between'],
  auth: ['is'],
  automated: factOperators,
  newsletter: factOperators,
  reply: factOperators,
  first_time_sender: factOperators,
  calendar: factOperators,
  sender_badge: factOperators,
  language: ['is', 'exists', 'missing'],
}

export const operatorsOf = (field: FieldName): readonly OperatorName[] => operators[field] ?? wordOperators

/** Keeps what was typed if the new field can hold it. `today` is a day such as 2026-11-20. */
export function withField(test: Test, field: FieldName, today: string): Test {
  const blank = newTest(field, today)
  if (!('values' in blank) || !isTextTest(test)) return blank
  const adapted = operatorsOf(field).includes(test.operator) ? withOperator(blank, test.operator) : blank
  if ('values' in adapted && 'values' in test) return { ...adapted, values: test.values }
  return 'list' in adapted && 'list' in test ? { ...adapted, list: test.list } : adapted
}

type ReadableTest = Extract<Test, { field: TextField | 'header' }>
const isTextTest = (test: Test): test is ReadableTest => test.field === 'header' || TextField.safeParse(test.field).success

/** A minimal test for this field. */
export function newTest(field: FieldName, today: string): Test {
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
    case 'amount':
      return { field, operator: 'over', amount: 100 }
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

/** Changes the operator and keeps the typed words if the new operator takes words. */
export function withOperator(test: Test, operator: OperatorName): Test {
  if (isTextTest(test)) {
    const comparison = toComparison(operator, 'values' in test ? test.values : [])
    if (!comparison) return test
    return test.field === 'header' ? { field: test.field, name: test.name, ...comparison } : { field: test.field, ...comparison }
  }
  if (test.field === 'amount') return withAmountOperator(test, operator)
  const changed = Test.safeParse({ ...test, operator })
  return changed.success ? changed.data : test
}

/** A range begins at the one amount, and leaves its lower end behind. */
function withAmountOperator(test: AmountTest, operator: OperatorName): Test {
  const amount = test.operator === 'between' ? test.from : test.amount
  const to = test.operator === 'between' ? test.to : amount
  const changed = AmountTest.safeParse({
    field: test.field,
    operator,
    ...(operator === 'between' ? { from: amount, to } : { amount }),
    currency: test.currency,
  })
  return changed.success ? changed.data : test
}

function toComparison(operator: OperatorName, values: string[]) {
  if (operator === 'in_list') return { operator, list: '' }
  if (operator === 'exists' || operator === 'missing') return { operator }
  const textOperator = TextOperator.safeParse(operator)
  return textOperator.success ? { operator: textOperator.data, values } : null
}

/** What is still missing or contradictory; null if the test is complete. */
export function missingIn(test: Test): 'values' | 'header' | 'list' | 'days' | 'day' | 'range' | null {
  if (test.field === 'header' && !test.name.trim()) return 'header'
  if ('values' in test && test.values.length === 0) return 'values'
  if ('list' in test && !test.list.trim()) return 'list'
  if (test.field === 'amount' && test.operator === 'between' && test.from > test.to) return 'range'
  if (test.field === 'weekday' && test.days.length === 0) return 'days'
  return test.field === 'date' && !test.day ? 'day' : null
}
