// Tests that queries find the intended items: word starts first, ignoring accents and case.
import { expect, test } from 'vitest'
import { rankByQuery } from './rank.ts'

const items = [
  { name: 'Dashboard', keywords: 'home start sum' },
  { name: 'Forwarded emails', keywords: 'list messages' },
  { name: 'Filters' },
  { name: 'New filter', keywords: 'add create' },
  { name: 'Email accounts', keywords: 'mailboxes inbox imap' },
  { name: 'anna@example.org' },
  { name: 'Rechnungen für São Paulo' },
]
const found = (typed: string) => rankByQuery(items, typed).map(({ name }) => name)

test.each([
  ['', items.map(({ name }) => name)],
  ['fil', ['Filters', 'New filter']],
  ['filt', ['Filters', 'New filter']],
  ['filter', ['Filters', 'New filter']],
  ['new fil', ['New filter']],
  ['IMAP', ['Email accounts']],
  ['sao', ['Rechnungen für São Paulo']],
  ['fur', ['Rechnungen für São Paulo']],
  ['fwd', ['Forwarded emails']],
  ['anna@', ['anna@example.org']],
  ['board', ['Dashboard']],
  ['filter zebra', []],
  ['zzz', []],
])('%j finds %j', (typed, words) => expect(found(typed)).toEqual(words))

test('ties keep their order', () => {
  expect(rankByQuery([{ name: 'Bills b' }, { name: 'Bills a' }], 'bills').map(({ name }) => name)).toEqual(['Bills b', 'Bills a'])
})
