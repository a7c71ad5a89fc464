// Tests the recorded times of a delivery when reports are late or repeated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordTime, type Times } from './times.ts'

const none: Times = { accepted: null, sent: null, delivered: null, read: null, failed: null }
const at = (s: number) => new Date(Date.UTC(2026, 2, 1) + s * 1000)

test('a time is recorded once', () => {
  expect(recordTime(recordTime(none, 'sent', at(1)), 'sent', at(2))).toEqual({ ...none, sent: at(1) })
})

test('a report in whole seconds is never before the previous stage, and a late one never after the next', () => {
  const accepted = recordTime(none, 'accepted', new Date(at(5).getTime() + 700))
  expect(recordTime(accepted, 'sent', at(5)).sent).toEqual(accepted.accepted)
  expect(recordTime(recordTime(none, 'read', at(5)), 'delivered', at(9)).delivered).toEqual(at(5))
})

test('the stages stay in order, whatever is reported and when', () => {
  const event = fc.constantFrom('accepted', 'sent', 'delivered', 'read', 'failed')
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(20)), { maxLength: 8 }), events => {
      const times = events.reduce((before, [name, s]) => recordTime(before, name, at(s)), none)
      const stops = [times.accepted, times.sent, times.delivered, times.read].filter(t => t !== null)
      expect(stops).toEqual(stops.toSorted((a, b) => a.getTime() - b.getTime()))
    }),
  )
})
