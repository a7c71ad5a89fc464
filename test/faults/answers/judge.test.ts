// Tests that the judge of replies sees every possible failure.
import { expect, test } from 'vitest'
import { type Evidence, judgeAnswers, type PhoneRequest } from './judge.ts'

const request = (change: Partial<PhoneRequest> = {}): PhoneRequest => ({
  ...{ token: 't1n1x', mayAct: true, wanted: 'answer', received: [{ step: 'text', wamid: 'w1' }] },
  ...change,
})
const inbox = { folder: 'INBOX', isRead: false }
const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  requests: [request()],
  rows: [{ id: 'r1', wamid: 'w1', state: 'sent' }],
  taken: ['r1'],
  filed: ['r1'],
  emailsByToken: new Map([['t1n1x', [inbox]]]),
  ...change,
})
const rowIs = (state: string) => [{ id: 'r1', wamid: 'w1', state }]
const filing = (wanted: PhoneRequest['wanted'], places = [inbox]) => ({
  ...{ rows: [], taken: [], filed: [], emailsByToken: new Map([['t1n1x', places]]) },
  requests: [request({ wanted, received: [{ step: 'act', wamid: 'w1' }] })],
})

test.each<[string, Partial<Evidence>]>([
  ['an answer that left once and is filed once', {}],
  ['one that was taken back before it left', { requests: [request({ wanted: 'undo' })], rows: rowIs('cancelled'), taken: [], filed: [] }],
  ['one that was taken back too late', { requests: [request({ wanted: 'undo' })] }],
  ['one that a phone without the right wrote', { requests: [request({ mayAct: false })], rows: [], taken: [], filed: [] }],
  ['one that was refused, as its phone was told', { requests: [request({ isRefused: true })], rows: [], taken: [], filed: [] }],
  ['a mail that was filed away', filing('archive', [{ folder: 'Archive', isRead: false }])],
  ['a mail that was marked read', filing('read', [{ folder: 'INBOX', isRead: true }])],
  ['a request that the server never received', { ...filing('archive'), requests: [request({ wanted: 'archive', received: [] })] }],
])('nothing is wrong with %s', (_, change) => {
  expect(judgeAnswers(evidence(change)).sentences).toEqual([])
})

test.each<[string, Partial<Evidence>, 'lost' | 'duplicates']>([
  ['an answer that left twice', { taken: ['r1', 'r1'] }, 'duplicates'],
  ['one that is filed twice', { filed: ['r1', 'r1'] }, 'duplicates'],
  ['two rows for one text', { rows: [...rowIs('sent'), { id: 'r2', wamid: 'w1', state: 'cancelled' }] }, 'duplicates'],
  ['one that is said to be sent and was not', { taken: [], filed: [] }, 'lost'],
  ['one that was sent and is said to have been taken back', { requests: [request({ wanted: 'undo' })], rows: rowIs('cancelled') }, 'lost'],
  ['one that is filed nowhere', { filed: [] }, 'lost'],
  ['one without a row', { rows: [], taken: [], filed: [] }, 'lost'],
  ['one that nobody was asked about', { rows: rowIs('asking'), taken: [], filed: [] }, 'lost'],
  ['one of a phone that may not', { requests: [request({ mayAct: false })] }, 'lost'],
  [
    'one that left against a no',
    { requests: [request({ wanted: 'no', received: [...request().received, { step: 'drop', wamid: 'w2' }] })] },
    'lost',
  ],
  ['a mail that lies in two folders', filing('archive', [{ folder: 'Archive', isRead: false }, inbox]), 'duplicates'],
  ['a mail that is gone', filing('archive', []), 'lost'],
  ['a mail that was to be filed away', filing('archive'), 'lost'],
  ['a mail that was to be marked read', filing('read'), 'lost'],
  ['a mail that was filed away unasked', filing('leave', [{ folder: 'Archive', isRead: false }]), 'lost'],
])('%s is seen', (_, change, count) => {
  const found = judgeAnswers(evidence(change))
  expect(found[count]).toBeGreaterThan(0)
  expect(found.sentences.length).toBeGreaterThan(0)
})
