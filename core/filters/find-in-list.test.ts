// Tests when an entry of a person's list is found in a message.
import { expect, test } from 'vitest'
import { fold } from '../text/fold.ts'
import { measureMs } from '../text/timing.fixture.ts'
import { findListed } from './find-in-list.ts'
import { entryKind } from './list-index.ts'
import { matches } from './match.ts'
import { plainReading } from './testing/plain-message.fixture.ts'
import type { ListTest, TextField } from './tree.ts'

const listOf = (...entries: string[]) => new Map([['Mine', new Set(entries.map(entry => fold(entry).text))]])
const inList = (field: TextField): ListTest => ({ field, operator: 'in_list', list: 'Mine' })
const from = (address: string, name = '') => ({ from: [{ name, address }] })

test.each<[string, string, string, boolean]>([
  ['anna@example.com', 'anna@example.com', '', true],
  ['Anna@Example.COM', 'anna@example.com', '', true],
  ['anna@example.com', 'joanna@example.com', '', false],
  ['anna@example.com', 'anna@example.com.evil.example', '', false],
  ['anna@example.com', 'evil@evil.example', 'anna@example.com', false],
  ['@example.com', 'anna@example.com', '', true],
  ['example.com', 'anna@example.com', '', true],
  ['example.com', 'anna@mail.example.com', '', true],
  ['example.com', 'anna@notexample.com', '', false],
  ['example.com', 'anna@example.com.evil.example', '', false],
  ['example.com', 'evil@evil.example', 'example.com', false],
  ['example.com', 'example.com@evil.example', '', false],
  ['münchen.example', 'anna@xn--mnchen-3ya.example', '', true],
  ['xn--mnchen-3ya.example', 'anna@münchen.example', '', true],
  ['Boss', 'x@example.com', 'Anna Boss', true],
  ['Boss', 'x@example.com', 'Bossy', false],
  ['acme', 'billing@acme.example', '', true],
  ['acme corp', 'x@example.com', 'ACME  Corp, Billing', true],
  ['acme corp', 'x@example.com', 'Acme Corporation', false],
])('%s among the people of %s "%s" is %j', (entry, address, name, held) => {
  const input = plainReading(from(address, name), {}, listOf('unrelated', entry))
  expect(matches(inList('from'), input)).toBe(held)
})

test.each<[string, string, boolean]>([
  ['invoice', 'Your invoice, at last', true],
  ['invoice', 'Your invoices', false],
  ['straße 42', 'In STRASSE 42!', true],
  ['straße 42', 'In Straße 421', false],
  ['c++', 'We write C++ here', true],
  ['example.com', 'See www.example.com today', true],
  ['anna@example.com', 'Ask anna@example.com', true],
  ['請求', 'ご請求書です', true],
  ['ใบแจ้ง', 'เรียนใบแจ้งหนี้', true],
])('%s in the subject %j is %j', (entry, subject, held) => {
  expect(matches(inList('subject'), plainReading({ subject }, {}, listOf(entry)))).toBe(held)
})

test('shows the position of the longest entry that begins there', () => {
  const input = plainReading({ subject: 'Pay the invoice 42 now' }, {}, listOf('invoice', 'invoice 42', 'now'))
  const found = findListed(inList('subject'), input)
  expect(found?.hits.map(hit => found.text.slice(hit.start, hit.end))).toEqual(['invoice 42'])
  const address = findListed(inList('from'), plainReading(from('anna@mail.example.com'), {}, listOf('example.com')))
  expect(address?.hits.map(hit => address.text.slice(hit.start, hit.end))).toEqual(['example.com'])
})

test('a missing or empty list matches nothing', () => {
  expect(matches(inList('subject'), plainReading())).toBe(false)
  expect(matches(inList('from'), plainReading({}, {}, listOf()))).toBe(false)
  expect(matches(inList('from'), plainReading({}, {}, new Map([['Mine', new Set([''])]])))).toBe(false)
})

test.each([
  ['a@b.example', 'address'],
  ['@b.example', 'domain'],
  ['b.example', 'domain'],
  ['localhost', 'words'],
  ['3.50', 'words'],
  ['e.g.', 'words'],
  ['a@b@c', 'words'],
  ['a@', 'words'],
  ['@', 'words'],
  ['Anna <a@b.example>', 'words'],
])('%s is classified as %s', (entry, kind) => {
  expect(entryKind(entry)).toBe(kind)
})

test('10,000 entries with many words are found in 64 KB without a delay', () => {
  const entries = Array.from({ length: 10_000 }, (_, i) => `${'a '.repeat(1 + (i % 100))}x${i}`)
  const input = plainReading({ body: 'a '.repeat(32_768) }, {}, listOf(...entries))
  expect(matches(inList('whole_body'), input)).toBe(false)
  expect(measureMs(Date.now, () => expect(findListed(inList('whole_body'), input)).toBeNull(), 5000)).toBeLessThan(5000)
})
