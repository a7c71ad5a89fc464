// Tests that the judge sees each kind of loss and each unexplained duplicate.
import { expect, test } from 'vitest'
import { judge, judgeSilences, type LedgerLine, type PutIn, type Received, resultLine } from './checker.ts'

const mail: PutIn = { token: 't1', person: 'anna', matches: true }
const line: LedgerLine = { token: 't1', person: 'anna', state: 'forwarded', unknownAttempts: 0 }
const copy: Received = { token: 't1', person: 'anna' }

test('an email that is once in the ledger and once on the phone is fine', () => {
  expect(judge([mail], [line], [copy])).toEqual({ mails: 1, lost: 0, duplicates: 0, unknown: 0, sentences: [] })
})

test.each<[string, PutIn, LedgerLine[], Received[]]>([
  ['not in the ledger', mail, [], [copy]],
  ['not on the phone', mail, [line], []],
  ['on the phone while the ledger says failed', mail, [{ ...line, state: 'failed' }], [copy]],
  ['in the ledger of somebody else', mail, [{ ...line, person: 'ben' }], [copy]],
  ['on the phone of somebody else', mail, [line], [{ ...copy, person: 'ben' }]],
  ['forwarded although no filter matches', { ...mail, matches: false }, [line], []],
])('an email %s counts as lost', (_case, put, ledger, received) => {
  expect(judge([put], ledger, received).lost).toBe(1)
})

test('a second copy is a duplicate, unless an unknown outcome explains it', () => {
  expect(judge([mail], [line], [copy, copy])).toMatchObject({ lost: 0, duplicates: 1 })
  expect(judge([mail], [{ ...line, unknownAttempts: 1 }], [copy, copy])).toMatchObject({ duplicates: 0, unknown: 1 })
  expect(judge([mail], [{ ...line, unknownAttempts: 1 }], [copy, copy, copy])).toMatchObject({ duplicates: 1 })
})

test('an email that is twice in the ledger is a duplicate', () => {
  expect(judge([mail], [line, line], [copy])).toMatchObject({ duplicates: 1 })
})

test('an email that arrived twice is listed twice and sent once', () => {
  const twice = { ...mail, arrivals: 2 }
  const suppressed = { ...line, state: 'suppressed' }
  expect(judge([twice], [suppressed, line], [copy])).toMatchObject({ lost: 0, duplicates: 0 })
  expect(judge([twice], [line], [copy])).toMatchObject({ lost: 1 })
  expect(judge([twice], [line, line], [copy, copy])).toMatchObject({ duplicates: 1 })
  expect(judge([twice], [suppressed, suppressed], [])).toMatchObject({ lost: 1 })
})

test('an unrequested email is neither stored nor sent', () => {
  const old = { ...mail, isUnasked: true }
  expect(judge([old], [], [])).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
  expect(judge([old], [line], [copy])).toMatchObject({ lost: 0, duplicates: 1 })
  expect(judge([old], [{ ...line, state: 'not_matched' }], []).sentences).toHaveLength(1)
})

test('an email that nobody sent is reported', () => {
  expect(judge([], [line], []).sentences).toEqual(['t1: in the ledger, but never put in'])
  expect(judge([], [line], [copy]).sentences).toEqual(['t1: on a phone, but never put in'])
})

test('a silence is reported if it is detected or recovered too late, or passes for a live connection', () => {
  const hole = { mailbox: 'anna', foundMs: 60_000, mendedMs: 60_000, falseProofMs: 0 }
  expect(judgeSilences([hole])).toEqual([])
  const bad = [{ foundMs: 62_000 }, { foundMs: null }, { mendedMs: 62_000 }, { mendedMs: null }, { falseProofMs: 10_000 }]
  for (const change of bad) expect(judgeSilences([{ ...hole, ...change }])).toHaveLength(1)
})

test('the run ends with one line that names everything', () => {
  expect(resultLine('core', 7, 20, judge([mail], [line], [copy]))).toBe('suite=core seed=7 kills=20 mails=1 lost=0 duplicates=0 unknown=0')
})
