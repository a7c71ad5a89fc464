// Changing a test's field or operator: every combination that is offered is one that can be saved once it is filled in.
import { expect, test } from 'vitest'
import { fieldGroups, freshTest, missingIn, operatorsOf, withField, withOperator } from './edit-test.ts'
import { Fact, Test, TextField } from './tree.ts'

const fields = Object.values(fieldGroups).flat()
const today = '2026-11-20'
const says: Test = { field: 'subject', operator: 'contains', values: ['invoice'] }

test('every field of the tree is offered once', () => {
  const known = [...TextField.options, ...Fact.options, 'header', 'attachment', 'size', 'attachment_size', 'attachment_count']
  expect(fields.toSorted()).toEqual([...known, 'date', 'weekday', 'hour', 'auth', 'calendar', 'sender_badge'].toSorted())
})

test.each(fields.flatMap(field => operatorsOf(field).map(operator => [field, operator] as const)))(
  '%s %s can be saved',
  (field, operator) => {
    const made = withOperator(freshTest(field, today), operator)
    expect(made).toMatchObject({ field, operator })
    const filled = {
      ...made,
      ...('values' in made && { values: ['x'] }),
      ...('list' in made && { list: 'x' }),
      ...('name' in made && { name: 'x' }),
    }
    expect(Test.safeParse(filled).data).toEqual(filled)
    expect(missingIn(Test.parse(filled))).toBeNull()
  },
)

test('words stay with the next field, and with the next way to compare', () => {
  expect(withField(says, 'from', today)).toEqual({ ...says, field: 'from' })
  expect(withField(withOperator(says, 'regexp'), 'header', today)).toEqual({
    field: 'header',
    name: '',
    operator: 'regexp',
    values: ['invoice'],
  })
  expect(withOperator(says, 'starts')).toEqual({ ...says, operator: 'starts' })
  expect(withField({ field: 'from', operator: 'in_list', list: 'Family' }, 'cc', today)).toEqual({
    field: 'cc',
    operator: 'in_list',
    list: 'Family',
  })
})

test('a field that compares otherwise begins anew', () => {
  expect(withField(says, 'size', today)).toEqual({ field: 'size', operator: 'over', bytes: 1_000_000 })
  expect(withField(withOperator(says, 'starts'), 'language', today)).toEqual({ field: 'language', operator: 'is', values: ['invoice'] })
  expect(withOperator(says, 'in_list')).toEqual({ field: 'subject', operator: 'in_list', list: '' })
})
