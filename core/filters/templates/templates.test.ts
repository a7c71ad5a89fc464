// Tests that templates become valid filters within the limits, narrowed to named senders.
import { expect, test } from 'vitest'
import { FilterDraft } from '../../api/filters.ts'
import catalog from '../../words/en/templates.json' with { type: 'json' }
import { findBrokenLimit } from '../limits.ts'
import { matches } from '../match.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { buildTemplateFilter, readyMadeFilters } from './templates.ts'

const find = (id: string) => readyMadeFilters.find(template => template.id === id) ?? expect.fail(id)

test.each(readyMadeFilters)('the template $id is a valid filter with its own texts', template => {
  const filled = buildTemplateFilter(template, ['Ada', 'ben@example.com', '@shop.example'])
  expect(FilterDraft.safeParse({ name: template.id, ...filled }).error).toBeUndefined()
  expect(findBrokenLimit(filled?.condition)).toBeNull()
  expect(Object.keys(catalog)).toEqual(expect.arrayContaining(['title', 'does', 'asks'].map(key => `${template.id}.${key}`)))
})

test('senders are names, addresses and domains', () => {
  expect(buildTemplateFilter(find('family'), ['Ada', ' Ben@example.com', '@shop.example', ''])?.condition).toEqual({
    any: [
      { field: 'from', operator: 'is', values: ['ben@example.com'] },
      { field: 'sender_domain', operator: 'is', values: ['shop.example'] },
      { field: 'from', operator: 'contains', values: ['ada'] },
    ],
  })
})

test('a template that depends on senders needs one', () => {
  expect(buildTemplateFilter(find('family'))).toBeNull()
  expect(buildTemplateFilter(find('family'), [' '])).toBeNull()
})

test('a named bank is enough, but a named shop also needs the invoice words', () => {
  const mail = (subject: string) => plainReading({ subject, from: [{ name: '', address: 'a@shop.example' }] })
  const bank = buildTemplateFilter(find('bank'), ['shop.example'])
  const invoices = buildTemplateFilter(find('invoices'), ['shop.example'])
  if (!bank || !invoices) throw new Error('not whole')
  expect(matches(bank.condition, mail('Hello'))).toBe(true)
  expect(matches(invoices.condition, mail('Hello'))).toBe(false)
  expect(matches(invoices.condition, mail('Ihre Rechnung'))).toBe(true)
})
