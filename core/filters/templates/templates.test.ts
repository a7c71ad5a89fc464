// Templates as filters: whole, within the limits, and narrowed by the senders that a person names.
import { expect, test } from 'vitest'
import { FilterDraft } from '../../api/filters.ts'
import catalog from '../../words/en/templates.json' with { type: 'json' }
import { withinLimits } from '../limits.ts'
import { matches } from '../match.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { fillTemplate, templates } from './templates.ts'

const find = (id: string) => templates.find(template => template.id === id) ?? expect.fail(id)

test.each(templates)('the template $id is a whole filter with words of its own', template => {
  const filled = fillTemplate(template, ['Ada', 'ben@example.com', '@shop.example'])
  expect(FilterDraft.safeParse({ name: template.id, ...filled }).error).toBeUndefined()
  expect(withinLimits(filled?.condition)).toBeNull()
  expect(Object.keys(catalog)).toEqual(expect.arrayContaining(['title', 'does', 'asks'].map(key => `${template.id}.${key}`)))
})

test('senders are names, addresses and domains', () => {
  expect(fillTemplate(find('family'), ['Ada', ' Ben@example.com', '@shop.example', ''])?.condition).toEqual({
    any: [
      { field: 'from', operator: 'is', values: ['ben@example.com'] },
      { field: 'sender_domain', operator: 'is', values: ['shop.example'] },
      { field: 'from', operator: 'contains', values: ['ada'] },
    ],
  })
})

test('a template that only senders can tell needs one', () => {
  expect(fillTemplate(find('family'))).toBeNull()
  expect(fillTemplate(find('family'), [' '])).toBeNull()
})

test('a named bank is enough; a named shop sends more than its invoices', () => {
  const mail = (subject: string) => plainReading({ subject, from: [{ name: '', address: 'a@shop.example' }] })
  const bank = fillTemplate(find('bank'), ['shop.example'])
  const invoices = fillTemplate(find('invoices'), ['shop.example'])
  if (!bank || !invoices) throw new Error('not whole')
  expect(matches(bank.condition, mail('Hello'))).toBe(true)
  expect(matches(invoices.condition, mail('Hello'))).toBe(false)
  expect(matches(invoices.condition, mail('Ihre Rechnung'))).toBe(true)
})
