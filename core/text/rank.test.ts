// What is typed finds what is meant: beginnings first, marks and case aside.
import { expect, test } from 'vitest'
import { rank } from './rank.ts'

const items = [
  { word: 'Dashboard', also: 'home start sum' },
  { word: 'Forwarded e-mails', also: 'list messages' },
  { word: 'Filters' },
  { word: 'New filter', also: 'add create' },
  { word: 'E-mail accounts', also: 'mailboxes inbox imap' },
  { word: 'anna@example.org' },
  { word: 'Rechnungen für São Paulo' },
]
const found = (typed: string) => rank(items, typed).map(({ word }) => word)

test.each([
  ['', items.map(({ word }) => word)],
  ['fil', ['Filters', 'New filter']],
  ['filt', ['Filters', 'New filter']],
  ['filter', ['Filters', 'New filter']],
  ['new fil', ['New filter']],
  ['IMAP', ['E-mail accounts']],
  ['sao', ['Rechnungen für São Paulo']],
  ['fur', ['Rechnungen für São Paulo']],
  ['fwd', ['Forwarded e-mails']],
  ['anna@', ['anna@example.org']],
  ['board', ['Dashboard']],
  ['filter zebra', []],
  ['zzz', []],
])('%j finds %j', (typed, words) => expect(found(typed)).toEqual(words))

test('what fits alike keeps its order', () => {
  expect(rank([{ word: 'Bills b' }, { word: 'Bills a' }], 'bills').map(({ word }) => word)).toEqual(['Bills b', 'Bills a'])
})
