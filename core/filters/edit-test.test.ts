// Tests changing the field or operator of a test: every offered combination is valid once it is filled in.
import { expect, test } from 'vitest'
import { fieldGroups, missingIn, newTest, operatorsOf, withField, withOperator } from './edit-test.ts'
import { Fact, Test, TextField } from './tree.ts'

const fields = Object.values(fieldGroups).flat()
const today = '2026-11-20'
const subjectTest: Test = { field: 'subject', operator: 'contains', values: ['invoice'] }

test('every field is offered exactly once', () => {
  const allFields = [...TextField.options, ...Fact.options, 'header', 'attachment', 'size', 'attachment_size', 'attachment_count', 'amount']
  expect(fields.toSorted()).toEqual([...allFields, 'date', 'weekday', 'hour', 'auth', 'calendar', 'sender_badge'].toSorted())
})

test.each(fields.flatMap(field => operatorsOf(field).map(operator => [field, operator] as const)))(
  '%s %s can be saved',
  (field, operator) => {
    const made = withOperator(newTest(field, today), operator)
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

test('typed words stay when the field or the operator changes', () => {
  expect(withField(subjectTest, 'from', today)).toEqual({ ...subjectTest, field: 'from' })
  expect(withField(withOperator(subjectTest, 'regexp'), 'header', today)).toEqual({
    field: 'header',
    name: '',
    operator: 'regexp',
    values: ['invoice'],
  })
  expect(withOperator(subjectTest, 'starts')).toEqual({ ...subjectTest, operator: 'starts' })
  expect(withField({ field: 'from', operator: 'in_list', list: 'Family' }, 'cc', today)).toEqual({
    field: 'cc',
    operator: 'in_list',
    list: 'Family',
  })
})

test('an amount keeps its currency and becomes a range, and a range cannot begin above its end', () => {
  const over: Test = { field: 'amount', operator: 'over', amount: 50, currency: 'EUR' }
  const range = withOperator(over, 'between')
  expect(range).toEqual({ field: 'amount', operator: 'between', from: 50, to: 50, currency: 'EUR' })
  expect(withOperator(range, 'at_most')).toEqual({ ...over, operator: 'at_most' })
  expect(missingIn({ field: 'amount', operator: 'between', from: 50, to: 20 })).toBe('range')
})

test('a field with other operators starts with a blank test', () => {
  expect(withField(subjectTest, 'size', today)).toEqual({ field: 'size', operator: 'over', bytes: 1_000_000 })
  expect(withField(withOperator(subjectTest, 'starts'), 'language', today)).toEqual({
    field: 'language',
    operator: 'is',
    values: ['invoice'],
  })
  expect(withOperator(subjectTest, 'in_list')).toEqual({ field: 'subject', operator: 'in_list', list: '' })
})
