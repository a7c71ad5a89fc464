// Loosens one test as little as possible so that it matches what it saw.
import { possibleCurrencies } from '../message/cards/currencies.ts'
import { longestExcerpt } from './excerpt.ts'
import type { AmountTest, Condition, CountTest, ListTest, SizeTest, Test, TextTest } from './tree.ts'
import { Weekday } from './tree.ts'

/** Null if no change helps and the test must be removed. `observedText` is the text from the explanation. */
export function loosen(test: Test, observedText: string): Condition | null {
  if (test.field === 'exact' || observedText === '') return null
  if ('values' in test) return addWord(test, observedText)
  if ('list' in test) return addBesideList(test, observedText)
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return loosenSize(test, observedText.split(', ').map(Number))
    case 'attachment_count':
      return loosenCount(test, Number(observedText))
    case 'amount':
      return loosenAmount(test, observedText)
    case 'weekday': {
      const day = Weekday.safeParse(observedText).data
      return day ? { ...test, days: Weekday.options.filter(one => one === day || test.days.includes(one)) } : null
    }
    case 'date':
      return test.operator === 'on_or_after' ? { ...test, day: observedText } : null
    default:
      return null
  }
}

const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/
const peopleFields = new Set<TextTest['field']>(['from', 'to', 'cc', 'recipient', 'reply_to'])
const nameFields = new Set<TextTest['field']>(['sender_domain', 'list', 'mailbox', 'language', 'attachment_type'])

function addWord(test: TextTest, observedText: string): Condition | null {
  const word = test.operator === 'regexp' ? null : extractWord(test, observedText)
  return word && /[\p{L}\p{N}]/u.test(word) ? { ...test, values: [...test.values, word] } : null
}

/** A word to search for, taken from the text that the test saw; null if a person has to choose. */
function extractWord({ field, operator }: TextTest, observedText: string): string | null {
  if (observedText.startsWith('…') || observedText.endsWith('…') || observedText.length >= longestExcerpt) return null
  const first = observedText.split(', ')[0] ?? ''
  if (peopleFields.has(field)) {
    const found = address.exec(observedText)?.[0] ?? null
    return operator === 'ends' && found ? found.slice(found.indexOf('@')) : found
  }
  if (field === 'attachment_name') return operator === 'ends' ? (/\.[^.\s]+$/.exec(first)?.[0] ?? first) : first
  if (nameFields.has(field)) return first
  return field === 'subject' ? observedText.trim() : null
}

/** Adds a test next to the list test instead of changing the list, which other filters may use. */
function addBesideList(test: ListTest, observedText: string): Condition | null {
  if (test.field === 'header') return null
  const { field } = test
  const found = addWord({ field, operator: 'contains', values: [] }, observedText)
  return found ? { any: [test, found] } : null
}

function loosenSize(test: SizeTest, sizes: number[]): Condition | null {
  const bytes = test.operator === 'over' ? Math.max(...sizes) - 1 : Math.min(...sizes) + 1
  return Number.isFinite(bytes) && bytes >= 1 ? { ...test, bytes } : null
}

/** `observedText` lists the amounts of the email: `620 EUR, 20 EUR`. */
function loosenAmount(test: AmountTest, observedText: string): Condition | null {
  const amounts = observedText.split(', ').flatMap(each => {
    const [amount = '', currency = ''] = each.split(' ')
    return test.currency === undefined || possibleCurrencies(currency).includes(test.currency) ? [Number(amount)] : []
  })
  if (amounts.length === 0 || !amounts.every(Number.isFinite)) return null
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  if (test.operator === 'between') return most < test.from ? { ...test, from: most } : { ...test, to: Math.max(test.from, least) }
  const isLower = test.operator === 'over' || test.operator === 'at_least'
  return { ...test, operator: isLower ? 'at_least' : 'at_most', amount: isLower ? most : least }
}

function loosenCount(test: CountTest, n: number): Condition | null {
  const count = test.operator === 'over' ? n - 1 : test.operator === 'under' ? n + 1 : n
  return count >= 0 && count <= 1000 ? { ...test, count } : null
}
