// The judge itself: each kind of loss and each unexplained copy is seen.
import { expect, test } from 'vitest'
import { judge, judgeHoles, type LedgerLine, type PutIn, type Received, verdictLine } from './checker.ts'

const mail: PutIn = { token: 't1', person: 'anna', matches: true }
const line: LedgerLine = { token: 't1', person: 'anna', state: 'forwarded', unknownAttempts: 0 }
const copy: Received = { token: 't1', person: 'anna' }

test('a mail that is in the ledger and on the phone once is in order', () => {
  expect(judge([mail], [line], [copy])).toEqual({ mails: 1, lost: 0, duplicates: 0, unknown: 0, sentences: [] })
})

test.each<[string, PutIn, LedgerLine[], Received[]]>([
  ['not in the ledger', mail, [], [copy]],
  ['not on the phone', mail, [line], []],
  ['on the phone while the ledger says failed', mail, [{ ...line, state: 'failed' }], [copy]],
  ['in the ledger of somebody else', mail, [{ ...line, person: 'ben' }], [copy]],
  ['on the phone of somebody else', mail, [line], [{ ...copy, person: 'ben' }]],
  ['judged as matching though no filter holds', { ...mail, matches: false }, [line], []],
])('a mail %s counts as lost', (_case, put, ledger, received) => {
  expect(judge([put], ledger, received).lost).toBe(1)
})

test('a second copy is a duplicate, unless an unknown outcome explains it', () => {
  expect(judge([mail], [line], [copy, copy])).toMatchObject({ lost: 0, duplicates: 1 })
  expect(judge([mail], [{ ...line, unknownAttempts: 1 }], [copy, copy])).toMatchObject({ duplicates: 0, unknown: 1 })
  expect(judge([mail], [{ ...line, unknownAttempts: 1 }], [copy, copy, copy])).toMatchObject({ duplicates: 1 })
})

test('a mail that stands twice in the ledger is a duplicate', () => {
  expect(judge([mail], [line, line], [copy])).toMatchObject({ duplicates: 1 })
})

test('a mail that came by two ways is told twice and sent once', () => {
  const twice = { ...mail, ways: 2 }
  const told = { ...line, state: 'suppressed' }
  expect(judge([twice], [told, line], [copy])).toMatchObject({ lost: 0, duplicates: 0 })
  expect(judge([twice], [line], [copy])).toMatchObject({ lost: 1 })
  expect(judge([twice], [line, line], [copy, copy])).toMatchObject({ duplicates: 1 })
  expect(judge([twice], [told, told], [])).toMatchObject({ lost: 1 })
})

test('a mail that nobody asked for is neither kept nor sent', () => {
  const old = { ...mail, isUnasked: true }
  expect(judge([old], [], [])).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
  expect(judge([old], [line], [copy])).toMatchObject({ lost: 0, duplicates: 1 })
  expect(judge([old], [{ ...line, state: 'not_matched' }], []).sentences).toHaveLength(1)
})

test('a mail that nobody put in is told', () => {
  expect(judge([], [line], []).sentences).toEqual(['t1: in the ledger, but never put in'])
  expect(judge([], [line], [copy]).sentences).toEqual(['t1: on a phone, but never put in'])
})

test('a silence that is found or mended after a minute, or passes for life, is told', () => {
  const hole = { mailbox: 'anna', foundMs: 60_000, mendedMs: 60_000, falseProofMs: 0 }
  expect(judgeHoles([hole])).toEqual([])
  const bad = [{ foundMs: 62_000 }, { foundMs: null }, { mendedMs: 62_000 }, { mendedMs: null }, { falseProofMs: 10_000 }]
  for (const change of bad) expect(judgeHoles([{ ...hole, ...change }])).toHaveLength(1)
})

test('the run ends with one line that names everything', () => {
  expect(verdictLine('core', 7, 20, judge([mail], [line], [copy]))).toBe('suite=core seed=7 kills=20 mails=1 lost=0 duplicates=0 unknown=0')
})
