// Two ends of one message are told apart from two messages with an end each.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ends, updateEnd } from './ends.ts'

type Told = [message: string, event: 'sent' | 'delivered' | 'read' | 'failed']

function contradictsAfter(told: Told[]): boolean {
  const ends: Ends = { arrived: [], failed: [] }
  let isFound = false
  for (const [message, event] of told) {
    const { adds, contradicts } = updateEnd(ends, message, event)
    if (adds) ends[adds].push(message)
    isFound ||= contradicts
  }
  return isFound
}

test.each<[boolean, Told[]]>([
  [
    true,
    [
      ['a', 'delivered'],
      ['a', 'failed'],
    ],
  ],
  [
    true,
    [
      ['a', 'failed'],
      ['a', 'read'],
    ],
  ],
  [
    false,
    [
      ['a', 'failed'],
      ['b', 'delivered'],
      ['a', 'failed'],
    ],
  ],
  [
    false,
    [
      ['a', 'sent'],
      ['a', 'delivered'],
      ['a', 'read'],
      ['a', 'delivered'],
    ],
  ],
])('contradicts: %s for %j', (contradicts, told) => {
  expect(contradictsAfter(told)).toBe(contradicts)
})

test('the order of what is told, and how often, makes no difference', () => {
  const message = fc.constantFrom('a', 'b')
  const event = fc.constantFrom('sent', 'delivered', 'read', 'failed')
  const told: fc.Arbitrary<Told[]> = fc.array(fc.tuple(message, event), { maxLength: 8 })
  const orders = told.chain(list => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })))
  fc.assert(
    fc.property(orders, ([list, order]) => {
      const isBoth = ['a', 'b'].some(one => {
        const events = list.filter(([of]) => of === one).map(([, what]) => what)
        return events.includes('failed') && (events.includes('delivered') || events.includes('read'))
      })
      expect(contradictsAfter(order)).toBe(isBoth)
    }),
  )
})
