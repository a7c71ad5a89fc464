// Tests that the WhatsApp judge sees every kind of loss, duplicate and disorder.
import { expect, test } from 'vitest'
import { type DeliveryRow, judgeSending, type SendingEvidence } from './judge.ts'
import type { Bubble } from './people.ts'
import type { Posted } from './postman.ts'

const person = { name: 'anna', token: '', address: 'anna@example.net', phones: ['1'] }
const mail = (n: number, change: Partial<Posted> = {}): Posted => ({
  ...{ token: `t1n${n}x`, person, kind: 'plain', began: n * 10, taken: n * 10 + 5 },
  ...change,
})
const bubble = (n: number, change: Partial<Bubble> = {}): Bubble => ({
  ...{ wamid: `w${n}`, phone: '1', type: 'text', content: `ferry plain t1n${n}x`, deliveryId: `d${n}`, contextId: null, at: new Date(n) },
  ...{ state: 'delivered', reached: true, failsWith: null },
  ...change,
})
const row = (n: number, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
  ...{
    id: `d${n}`,
    kind: 'mail',
    messageId: `m${n}`,
    state: 'delivered',
    reason: null,
    digestId: null,
    incident: null,
    fellBack: null,
    unknown: 0,
  },
  ...change,
})

function evidence(posted: Posted[], bubbles: Bubble[], rows: DeliveryRow[], change: Partial<SendingEvidence> = {}): SendingEvidence {
  const messages = new Map(posted.map(one => [one.token, { id: `m${one.token.slice(3, -1)}`, state: 'forwarded', person: 'anna' }]))
  return { posted, bubbles, rows: new Map(rows.map(one => [one.id, one])), messages, dropped: 0, ...change }
}

const two = evidence([mail(1), mail(2)], [bubble(1), bubble(2)], [row(1), row(2)])

test('messages that arrived once and in order are fine', () => {
  expect(judgeSending(two)).toEqual({ mails: 2, lost: 0, duplicates: 0, unknown: 0, sentences: [] })
})

const unmatched = new Map([['t1n1x', { id: 'm1', state: 'forwarded', person: 'anna' }]])
test.each<[string, SendingEvidence]>([
  ['not on the phone', { ...two, bubbles: [bubble(1)] }],
  ['on a phone that it never reached', { ...two, bubbles: [bubble(1), bubble(2, { reached: false })] }],
  ['listed in an answer alone', { ...two, bubbles: [bubble(1), bubble(2, { deliveryId: null })] }],
  ['named alone', { ...two, bubbles: [bubble(1), bubble(2, { type: 'template' })] }],
  ['shown again alone', { ...two, rows: new Map([row(1), row(2, { kind: 'shown' })].map(one => [one.id, one])) }],
  ['not in the ledger', { ...two, messages: new Map([...two.messages].slice(0, 1)) }],
  ['forwarded though no filter holds', evidence([mail(1, { kind: null })], [], [], { messages: unmatched })],
  ['on one of two phones', evidence([mail(1, { person: { ...person, phones: ['1', '2'] } })], [bubble(1)], [row(1)])],
])('an email %s counts as lost', (_case, one) => {
  expect(judgeSending(one).lost).toBe(1)
})

test('two attempts with unknown outcome that are shown as such are no loss', () => {
  const ended = (reason: string) => evidence([mail(1)], [], [row(1, { state: 'failed', reason, unknown: 2 })])
  expect(judgeSending(ended('outcome_unknown')).lost).toBe(0)
  expect(judgeSending(ended('gave_up')).lost).toBe(1)
})

test('a second copy is a duplicate unless the message or its digest had an unknown outcome', () => {
  const again = bubble(1, { wamid: 'again' })
  const inDigest = bubble(1, { wamid: 'again', deliveryId: 'd9' })
  const ofDigest = (unknown: number) => row(9, { kind: 'digest', messageId: null, unknown })
  expect(judgeSending(evidence([mail(1)], [bubble(1), again], [row(1)])).duplicates).toBe(1)
  expect(judgeSending(evidence([mail(1)], [bubble(1), again], [row(1, { unknown: 1 })])).duplicates).toBe(0)
  expect(judgeSending(evidence([mail(1)], [bubble(1), inDigest], [row(1), ofDigest(0)])).duplicates).toBe(1)
  expect(judgeSending(evidence([mail(1)], [bubble(1), inDigest], [row(1), ofDigest(1)])).duplicates).toBe(0)
})

test('an answer that lists the latest emails is no copy of them', () => {
  expect(judgeSending({ ...two, bubbles: [...two.bubbles, bubble(1, { wamid: 'answer', deliveryId: null })] }).duplicates).toBe(0)
})

test.each<[string, SendingEvidence, RegExp]>([
  ['comes after a later one', { ...two, bubbles: [bubble(2), bubble(1)] }, /was sent later/],
  ['is on the phone of somebody else', { ...two, bubbles: [...two.bubbles, bubble(1, { phone: '2' })] }, /somebody else/],
  ['was never put in', { ...two, posted: [mail(1)] }, /never put in/],
  ['is urgent in a digest', evidence([mail(1, { kind: 'urgent' })], [bubble(1)], [row(1, { kind: 'digest' })]), /came in a digest/],
  [
    'is left behind by its digest',
    { ...two, rows: new Map([row(1, { digestId: 'd2' }), row(2, { state: 'read' })].map(r => [r.id, r])) },
    /member/,
  ],
  ['met a closed window', { ...two, bubbles: [...two.bubbles, bubble(1, { reached: false, failsWith: 131047 })] }, /failed with 131047/],
  ['was never confirmed', { ...two, rows: new Map([row(1), row(2, { state: 'accepted' })].map(r => [r.id, r])) }, /never confirmed/],
])('a message that %s is reported', (_case, one, sentence) => {
  expect(judgeSending(one).sentences).toContainEqual(expect.stringMatching(sentence))
})

test('messages that were sent at the same time may arrive in any order', () => {
  expect(judgeSending({ ...two, posted: [mail(1, { taken: 100 }), mail(2)], bubbles: [bubble(2), bubble(1)] }).sentences).toEqual([])
})

test('as many messages may stay unconfirmed as webhooks were lost', () => {
  expect(judgeSending({ ...two, rows: new Map([row(1), row(2, { state: 'sent' })].map(r => [r.id, r])), dropped: 1 }).sentences).toEqual([])
})
