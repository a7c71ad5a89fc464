// The times of a delivery under late and repeated reports.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stamp, type Times } from './times.ts'

const none: Times = { accepted: null, sent: null, delivered: null, read: null, failed: null }
const at = (s: number) => new Date(Date.UTC(2026, 2, 1) + s * 1000)

test('a stop is stamped once', () => {
  expect(stamp(stamp(none, 'sent', at(1)), 'sent', at(2))).toEqual({ ...none, sent: at(1) })
})

test('a report of whole seconds is never before the stop before it, a late one never after the stop behind it', () => {
  const accepted = stamp(none, 'accepted', new Date(at(5).getTime() + 700))
  expect(stamp(accepted, 'sent', at(5)).sent).toEqual(accepted.accepted)
  expect(stamp(stamp(none, 'read', at(5)), 'delivered', at(9)).delivered).toEqual(at(5))
})

test('whatever is reported in whatever order, the stops stand in their order', () => {
  const event = fc.constantFrom('accepted', 'sent', 'delivered', 'read', 'failed')
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(20)), { maxLength: 8 }), events => {
      const times = events.reduce((before, [name, s]) => stamp(before, name, at(s)), none)
      const stops = [times.accepted, times.sent, times.delivered, times.read].filter(t => t !== null)
      expect(stops).toEqual(stops.toSorted((a, b) => a.getTime() - b.getTime()))
    }),
  )
})
