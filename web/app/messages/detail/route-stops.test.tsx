// Tests the stops of a delivery route.
import { expect, test } from 'vitest'
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier } from '../../../../core/api/ledger.ts'
import { State } from '../../../../core/delivery/states.ts'
import { at, messageDetail, messageLine, testDelivery, testId } from '../../queries/messages.fixture.ts'
import { canSendAgain, routeStops } from './route-stops.ts'

const stopTexts = (state: State, change: Partial<Delivery> = {}) =>
  routeStops(messageDetail(messageLine(1, state)), testDelivery(state, change)).map(stop => `${stop.kind} ${stop.key}`)
const firstStops = ['done arrived', 'done matched']
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
  expect(stopTexts(state, change)).toEqual([...firstStops, ...stops])
})

const carrier = (kind: Carrier['kind'], state: State, change: Partial<Carrier> = {}): Carrier => ({
  ...{ id: testId(990), deliveryId: testId(900), kind, state, messageCount: 3, createdAt: at('14:02:08') },
  ...{ acceptedAt: null, deliveredAt: null, readAt: null },
  ...change,
})
const stopTextsWith = (state: State, ...carriers: Carrier[]) =>
  routeStops(messageDetail(messageLine(1, state), { carriers }), testDelivery(state))
    .map(stop => `${stop.kind} ${stop.key}`)
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
  ['delivered', [carrier('digest', 'read', { deliveryId: testId(1) })], ['done sent', 'done delivered', 'ahead read']],
])('%s, carried by %j', (state, carriers, stops) => {
  expect(stopTextsWith(state, ...carriers)).toEqual(stops)
})

test('a delivery that waits for a set time, is overdue, or failed after being delivered says so with the reason', () => {
  const stopWithReason = (state: State, change: Partial<Delivery>) =>
    routeStops(messageDetail(messageLine(1, state)), testDelivery(state, { reason: 'Because.', ...change })).find(stop => stop.reason)
  expect(stopWithReason('held', { waitUntil: at('18:00:00') })).toMatchObject({ kind: 'now', key: 'heldUntil', reason: 'Because.' })
  expect(stopWithReason('accepted', { overdueAt: at('15:00:00') })).toMatchObject({ kind: 'now', key: 'overdue', reason: 'Because.' })
  expect(stopWithReason('sent', { overdueAt: at('15:00:00') })).toMatchObject({ kind: 'now', key: 'overdue', reason: 'Because.' })
  expect(stopTexts('delivered', { incident: 'delivered_and_failed' }).at(-1)).toBe('failed incident')
  expect(stopWithReason('read', { incident: 'delivered_and_failed' })).toMatchObject({
    kind: 'failed',
    key: 'incident',
    reason: 'Because.',
  })
})

test('a delivery counts as delivered only after WhatsApp has confirmed it', () => {
  for (const state of State.options) {
    const isReached = stopTexts(state).includes('done delivered')
    expect(isReached).toBe(state === 'delivered' || state === 'read')
  }
})

test('an email without a delivery ends at its decision, with the reason', () => {
  expect(routeStops(messageDetail(messageLine(1, null)), null).map(stop => stop.key)).toEqual(['arrived', 'notMatched'])
  const suppressed = messageDetail(messageLine(1, null, { state: 'suppressed', reason: 'No phone is linked.' }), { result: 'suppressed' })
  expect(routeStops(suppressed, null).at(-1)).toMatchObject({ key: 'suppressed', reason: 'No phone is linked.' })
})

test('only failed, expired or held deliveries can be sent again', () => {
  expect(State.options.filter(state => canSendAgain(testDelivery(state)))).toEqual(['held', 'failed', 'expired'])
})
