// Tests deriving a filter from picked emails: the simplest one that matches, and how well it excludes others.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MailView } from '../../message/view.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import { matches } from '../match.ts'
import { plainArrival, plainView } from '../testing/plain-message.fixture.ts'
import { anyView } from '../testing/random-messages.fixture.ts'
import { Condition } from '../tree.ts'
import { findFilterByExample } from './by-example.ts'

const email = (change: Partial<MailView>): FilterInput => toFilterInput(plainView(change), plainArrival(), new Map())
const from = (address: string, name = '') => [{ name, address }]

const shop = (n: number) => email({ from: from('shop@tarnwick.example'), subject: `Invoice TW-${n} from Tarnwick`, attachments: [] })
const sale = (n: number) => email({ from: from('shop@tarnwick.example'), subject: `Sale of the week ${n}`, attachments: [] })
const friend = (n: number) => email({ from: from('ines@example.org', 'Ines'), subject: `Dinner ${n}` })
const many = (make: (n: number) => FilterInput, count: number): FilterInput[] => Array.from({ length: count }, (_, i) => make(i + 100))

test('one email from a sender who writes nothing else gives the sender', () => {
  const pick = friend(1)
  const found = findFilterByExample([pick], [...many(shop, 20), ...many(sale, 20), pick])
  expect(found).toMatchObject({
    code: 'found',
    condition: { field: 'from', operator: 'is', values: ['ines@example.org'] },
    precision: 1,
    recall: 1,
    matched: 1,
  })
})

test('for a sender who also writes other emails, the shared subject words are added', () => {
  const picked = [shop(1), shop(2), shop(3)]
  const found = findFilterByExample(picked, [...many(sale, 30), ...many(friend, 30), ...picked])
  if (found.code !== 'found') throw new Error('nothing found')
  expect(found).toMatchObject({ precision: 1, recall: 1, matched: 3, condition: { field: 'subject', values: ['invoice'] } })
})

test('if another sender writes about the same topic, two tests are used, the sender first', () => {
  const picked = [email({ from: from('a@one.example'), subject: 'Rent' }), email({ from: from('a@one.example'), subject: 'Rent, again' })]
  const others = [email({ from: from('a@one.example'), subject: 'Boats' }), email({ from: from('b@two.example'), subject: 'Rent' })]
  expect(findFilterByExample(picked, others)).toMatchObject({
    condition: {
      all: [
        { field: 'from', operator: 'is', values: ['a@one.example'] },
        { field: 'subject', operator: 'contains', values: ['rent'] },
      ],
    },
    precision: 1,
  })
})

test('similar emails with other numbers match too', () => {
  const found = findFilterByExample([shop(1)], [...many(shop, 4), ...many(sale, 40)])
  if (found.code !== 'found') throw new Error('nothing found')
  expect(matches(found.condition, shop(999))).toBe(true)
  expect(matches(found.condition, sale(1))).toBe(false)
  expect(found).toMatchObject({ precision: 0.2, recall: 1, matched: 5 })
})

test('several senders on one list give the list', () => {
  const post = (n: number) =>
    email({
      from: from(`p${n}@example.com`),
      subject: `Cedar ${n}`,
      headers: [{ name: 'List-Id', value: 'Builders <builders.example.org>' }],
    })
  expect(findFilterByExample([post(1), post(2)], [...many(post, 3), ...many(shop, 20)])).toMatchObject({
    condition: { field: 'list', operator: 'is', values: ['builders.example.org'] },
    matched: 5,
  })
})

test('several addresses at one domain give the domain', () => {
  const office = (n: number) => email({ from: from(`a${n}@mail${n}.quellmark.example`), subject: `Topic${'abcdef'.charAt(n % 6)}` })
  expect(findFilterByExample([office(1), office(2)], [...many(shop, 20), ...many(friend, 20)])).toMatchObject({
    condition: { field: 'sender_domain', operator: 'is', values: ['quellmark.example'] },
    precision: 1,
  })
})

test('emails with nothing in common offer their senders', () => {
  const found = findFilterByExample(
    [
      email({ from: from('a@one.example'), subject: 'Boats', body: 'Ahoy' }),
      email({ from: from('b@two.example'), subject: 'Cars', body: 'Honk', to: from('x@example.com') }),
    ],
    many(shop, 5),
  )
  expect(found).toEqual({
    code: 'nothing_in_common',
    alternatives: [
      { condition: { field: 'from', operator: 'is', values: ['a@one.example', 'b@two.example'] }, precision: 1, recall: 1, matched: 2 },
    ],
  })
  expect(findFilterByExample([], many(shop, 3))).toEqual({ code: 'nothing_in_common', alternatives: [] })
})

test('for any picked emails the filter is valid, matches each of them, and is deterministic', () => {
  const reading = anyView.map(view => toFilterInput(view, plainArrival(), new Map()))
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 5 }), fc.array(reading, { maxLength: 8 }), (picked, past) => {
      const found = findFilterByExample(picked, past)
      expect(findFilterByExample(picked, past)).toEqual(found)
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
