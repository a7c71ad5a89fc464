// Tests the steps of a delivery's timeline.
import { expect, test } from 'vitest'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier } from '../../../../core/api/ledger.ts'
import { State } from '../../../../core/delivery/states.ts'
import { at, delivery, detail, idOf, line } from '../../queries/messages.fixture.ts'
import { maySendAgain, stopsOf } from './route-stops.ts'

const said = (state: State, change: Partial<Delivery> = {}) =>
  stopsOf(detail(line(1, state)), delivery(state, change)).map(stop => `${stop.kind} ${stop.word}`)
const begun = ['done arrived', 'done matched']
const acceptedAt = at('14:02:09')

test.each<[State, Partial<Delivery>, string[]]>([
  ['held', {}, ['now held', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['queued', {}, ['now queued', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['queued', { acceptedAt }, ['now queued', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['sending', {}, ['now sending', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['unknown', {}, ['now unknown', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['accepted', { acceptedAt }, ['done sent', 'now accepted', 'ahead deliveredAhead', 'ahead read']],
  ['sent', { acceptedAt }, ['done sent', 'now taken', 'ahead deliveredAhead', 'ahead read']],
  ['delivered', { deliveredAt: at('14:02:10') }, ['done sent', 'done delivered', 'ahead read']],
  ['read', { readAt: at('14:05:41') }, ['done sent', 'done delivered', 'done read']],
  ['failed', {}, ['failed failed']],
  ['failed', { acceptedAt }, ['done sent', 'failed failed']],
  ['expired', {}, ['failed expired']],
  ['cancelled', {}, ['done cancelled']],
])('%s with %j', (state, change, stops) => {
  expect(said(state, change)).toEqual([...begun, ...stops])
})

const carrier = (kind: Carrier['kind'], state: State, change: Partial<Carrier> = {}): Carrier => ({
  ...{ id: idOf(990), deliveryId: idOf(900), kind, state, messageCount: 3, createdAt: at('14:02:08') },
  ...{ acceptedAt: null, deliveredAt: null, readAt: null },
  ...change,
})
const saidWith = (state: State, ...carriers: Carrier[]) =>
  stopsOf(detail(line(1, state), { carriers }), delivery(state))
    .map(stop => `${stop.kind} ${stop.word}`)
    .slice(2)

test.each<[State, Carrier[], string[]]>([
  ['held', [carrier('announcement', 'queued')], ['now held', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['held', [carrier('announcement', 'cancelled')], ['now held', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  ['held', [carrier('announcement', 'delivered')], ['done announced', 'now held', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read']],
  [
    'held',
    [carrier('announcement', 'failed')],
    ['failed announceFailed', 'now held', 'ahead sentAhead', 'ahead deliveredAhead', 'ahead read'],
  ],
  ['held', [carrier('digest', 'held')], ['now held', 'ahead sentInDigestAhead', 'ahead deliveredAhead', 'ahead read']],
  ['read', [carrier('digest', 'read')], ['done sentInDigest', 'done delivered', 'done read']],
  ['read', [carrier('digest', 'read'), carrier('shown', 'read')], ['done sentInDigest', 'done delivered', 'done read', 'done shown']],
  ['delivered', [carrier('shown', 'accepted')], ['done sent', 'done delivered', 'now showing', 'ahead read']],
  ['delivered', [carrier('shown', 'failed')], ['done sent', 'done delivered', 'failed showFailed', 'ahead read']],
  ['delivered', [carrier('digest', 'read', { deliveryId: idOf(1) })], ['done sent', 'done delivered', 'ahead read']],
])('%s, carried by %j', (state, carriers, stops) => {
  expect(saidWith(state, ...carriers)).toEqual(stops)
})

test('one that waits for its hour, is overdue, or failed after it was delivered, says so with the reason', () => {
  const last = (state: State, change: Partial<Delivery>) =>
    stopsOf(detail(line(1, state)), delivery(state, { reason: 'Because.', ...change })).find(stop => stop.reason)
  expect(last('held', { waitUntil: at('18:00:00') })).toMatchObject({ kind: 'now', word: 'heldUntil', reason: 'Because.' })
  expect(last('accepted', { overdueAt: at('15:00:00') })).toMatchObject({ kind: 'now', word: 'overdue', reason: 'Because.' })
  expect(last('sent', { overdueAt: at('15:00:00') })).toMatchObject({ kind: 'now', word: 'overdue', reason: 'Because.' })
  expect(said('delivered', { incident: 'delivered_and_failed' }).at(-1)).toBe('failed incident')
  expect(last('read', { incident: 'delivered_and_failed' })).toMatchObject({ kind: 'failed', word: 'incident', reason: 'Because.' })
})

test('the far bank is reached only where WhatsApp said so', () => {
  for (const state of State.options) {
    const isReached = said(state).includes('done delivered')
    expect(isReached).toBe(state === 'delivered' || state === 'read')
  }
})

test('an email without a delivery ends at its decision, with the reason', () => {
  expect(stopsOf(detail(line(1, null)), null).map(stop => stop.word)).toEqual(['arrived', 'notMatched'])
  const suppressed = detail(line(1, null, { state: 'suppressed', reason: 'No phone is linked.' }), { result: 'suppressed' })
  expect(stopsOf(suppressed, null).at(-1)).toMatchObject({ word: 'suppressed', reason: 'No phone is linked.' })
})

test('only what failed, expired or is held may be sent again', () => {
  expect(State.options.filter(state => maySendAgain(delivery(state)))).toEqual(['held', 'failed', 'expired'])
})
