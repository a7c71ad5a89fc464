// A filter from picked mails: the smallest that catches them, and how well it tells them from the others.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MailView } from '../../message/view.ts'
import { openReading, type Reading } from '../fields.ts'
import { matches } from '../match.ts'
import { plainArrival, plainView } from '../testing/plain-message.fixture.ts'
import { anyView } from '../testing/random-messages.fixture.ts'
import { Condition } from '../tree.ts'
import { byExample } from './by-example.ts'

const mail = (change: Partial<MailView>): Reading => openReading(plainView(change), plainArrival(), new Map())
const from = (address: string, name = '') => [{ name, address }]

const shop = (n: number) => mail({ from: from('shop@tarnwick.example'), subject: `Invoice TW-${n} from Tarnwick`, attachments: [] })
const sale = (n: number) => mail({ from: from('shop@tarnwick.example'), subject: `Sale of the week ${n}`, attachments: [] })
const friend = (n: number) => mail({ from: from('ines@example.org', 'Ines'), subject: `Dinner ${n}` })
const many = (make: (n: number) => Reading, count: number): Reading[] => Array.from({ length: count }, (_, i) => make(i + 100))

test('one mail of a sender who writes nothing else gives the sender', () => {
  const pick = friend(1)
  const found = byExample([pick], [...many(shop, 20), ...many(sale, 20), pick])
  expect(found).toMatchObject({
    code: 'found',
    condition: { field: 'from', operator: 'is', values: ['ines@example.org'] },
    precision: 1,
    recall: 1,
    matched: 1,
  })
})

test('mails of a sender who also writes others are told apart by what their subjects share', () => {
  const picked = [shop(1), shop(2), shop(3)]
  const found = byExample(picked, [...many(sale, 30), ...many(friend, 30), ...picked])
  if (found.code !== 'found') throw new Error('nothing found')
  expect(found).toMatchObject({ precision: 1, recall: 1, matched: 3, condition: { field: 'subject', values: ['invoice'] } })
})

test('one test is not enough where another sender writes of the same: then two are said, the sender first', () => {
  const picked = [mail({ from: from('a@one.example'), subject: 'Rent' }), mail({ from: from('a@one.example'), subject: 'Rent, again' })]
  const others = [mail({ from: from('a@one.example'), subject: 'Boats' }), mail({ from: from('b@two.example'), subject: 'Rent' })]
  expect(byExample(picked, others)).toMatchObject({
    condition: {
      all: [
        { field: 'from', operator: 'is', values: ['a@one.example'] },
        { field: 'subject', operator: 'contains', values: ['rent'] },
      ],
    },
    precision: 1,
  })
})

test('other mails of the same build are caught too, as numbers are left open', () => {
  const found = byExample([shop(1)], [...many(shop, 4), ...many(sale, 40)])
  if (found.code !== 'found') throw new Error('nothing found')
  expect(matches(found.condition, shop(999))).toBe(true)
  expect(matches(found.condition, sale(1))).toBe(false)
  expect(found).toMatchObject({ precision: 0.2, recall: 1, matched: 5 })
})

test('several senders of one list give the list', () => {
  const post = (n: number) =>
    mail({
      from: from(`p${n}@example.com`),
      subject: `Cedar ${n}`,
      headers: [{ name: 'List-Id', value: 'Builders <builders.example.org>' }],
    })
  expect(byExample([post(1), post(2)], [...many(post, 3), ...many(shop, 20)])).toMatchObject({
    condition: { field: 'list', operator: 'is', values: ['builders.example.org'] },
    matched: 5,
  })
})

test('several addresses of one domain give the domain', () => {
  const office = (n: number) => mail({ from: from(`a${n}@mail${n}.quellmark.example`), subject: `Topic${'abcdef'.charAt(n % 6)}` })
  expect(byExample([office(1), office(2)], [...many(shop, 20), ...many(friend, 20)])).toMatchObject({
    condition: { field: 'sender_domain', operator: 'is', values: ['quellmark.example'] },
    precision: 1,
  })
})

test('mails that share nothing say so, and offer their senders', () => {
  const found = byExample(
    [
      mail({ from: from('a@one.example'), subject: 'Boats', body: 'Ahoy' }),
      mail({ from: from('b@two.example'), subject: 'Cars', body: 'Honk', to: from('x@example.com') }),
    ],
    many(shop, 5),
  )
  expect(found).toEqual({
    code: 'nothing_in_common',
    alternatives: [
      { condition: { field: 'from', operator: 'is', values: ['a@one.example', 'b@two.example'] }, precision: 1, recall: 1, matched: 2 },
    ],
  })
  expect(byExample([], many(shop, 3))).toEqual({ code: 'nothing_in_common', alternatives: [] })
})

test('whatever mails are picked, the filter is whole, catches each of them, and is the same the next time', () => {
  const reading = anyView.map(view => openReading(view, plainArrival(), new Map()))
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 5 }), fc.array(reading, { maxLength: 8 }), (picked, past) => {
      const found = byExample(picked, past)
      expect(byExample(picked, past)).toEqual(found)
      for (const { condition, precision, recall } of [...(found.code === 'found' ? [found] : []), ...found.alternatives]) {
        expect(Condition.safeParse(condition).error).toBeUndefined()
        expect(precision).toBeGreaterThan(0)
        expect(precision).toBeLessThanOrEqual(1)
        if (recall === 1) expect(picked.every(pick => matches(condition, pick))).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})
