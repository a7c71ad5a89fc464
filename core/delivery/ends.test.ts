// Tests that contradictory reports about one message are told apart from reports about two messages.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReportedEnds, updateEnd } from './ends.ts'

type Report = [message: string, event: 'sent' | 'delivered' | 'read' | 'failed']

function contradictsAfter(reports: Report[]): boolean {
  const ends: ReportedEnds = { arrived: [], failed: [] }
  let isFound = false
  for (const [message, event] of reports) {
    const { adds, contradicts } = updateEnd(ends, message, event)
    if (adds) ends[adds].push(message)
    isFound ||= contradicts
  }
  return isFound
}

test.each<[boolean, Report[]]>([
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
])('contradicts: %s for %j', (contradicts, reports) => {
  expect(contradictsAfter(reports)).toBe(contradicts)
})

test('the order and number of reports make no difference', () => {
  const message = fc.constantFrom('a', 'b')
  const event = fc.constantFrom('sent', 'delivered', 'read', 'failed')
  const reports: fc.Arbitrary<Report[]> = fc.array(fc.tuple(message, event), { maxLength: 8 })
  const orders = reports.chain(list => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })))
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
