// Tests that each bug can still be planted, and that the judge of the outage suite puts each kind of harm into words.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bugs, plantInto, shortenings } from './bugs.ts'
import { judgeOutage, type OutageEvidence } from './judge.ts'
import { allCauses } from './suite.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test.each(bugs)('the lines of “$name” are in the product, and its fault exists', bug => {
  for (const file of new Set(bug.changes.map(change => change.file))) {
    const source = readFileSync(join(root, file), 'utf8')
    expect(plantInto(bug, `file:///${file}`, source)).not.toBe(source)
  }
  expect(allCauses.map(cause => cause.name)).toContain(bug.fault)
})

test('the lines that only shorten a run are in the product', () => {
  for (const { file } of shortenings.changes) {
    const source = readFileSync(join(root, file), 'utf8')
    expect(plantInto(shortenings, `file:///${file}`, source)).not.toBe(source)
  }
})

test('a bug whose lines have changed is refused', () => {
  const [bug] = bugs
  if (!bug) throw new Error('There is no bug.')
  expect(() => plantInto(bug, `file:///${bug.changes[0]?.file}`, 'something else')).toThrow('does not contain exactly once')
})

const mail = (n: number, more = {}) => ({
  token: `t1n${n}x`,
  person: 'a',
  phone: '1',
  line: 'account',
  began: n * 10,
  taken: n * 10 + 1,
  ...more,
})
const bubble = (n: number, more = {}) => ({ token: `t1n${n}x`, phone: '1', deliveryId: `d${n}`, ...more })
const evidence = (more: Partial<OutageEvidence>): OutageEvidence => ({ mails: [], bubbles: [], unknown: new Map(), failed: [], ...more })

test('mails that came once and in order are no finding', () => {
  const found = judgeOutage(evidence({ mails: [mail(1), mail(2)], bubbles: [bubble(1), bubble(2)] }))
  expect(found).toEqual({ mails: 2, lost: 0, failed: 0, duplicates: 0, unknown: 0, outOfOrder: 0, sentences: [] })
})

test('a mail that never came, or came to somebody else, is lost', () => {
  const found = judgeOutage(evidence({ mails: [mail(1), mail(2)], bubbles: [bubble(2, { phone: '2' })], failed: ['mail failed gave_up'] }))
  expect(found).toMatchObject({ lost: 2, failed: 1 })
  expect(found.sentences.join()).toContain('the phone of somebody else')
})

test('a copy is explained by an unknown outcome, and a second one is not', () => {
  const bubbles = [bubble(1), bubble(1)]
  expect(judgeOutage(evidence({ mails: [mail(1)], bubbles, unknown: new Map([['d1', 1]]) })).duplicates).toBe(0)
  expect(judgeOutage(evidence({ mails: [mail(1)], bubbles })).duplicates).toBe(1)
})

test('a later mail that came first is out of order, except by another way or while the first was still under way to us', () => {
  const bubbles = [bubble(2), bubble(1)]
  expect(judgeOutage(evidence({ mails: [mail(1), mail(2)], bubbles })).outOfOrder).toBe(1)
  expect(judgeOutage(evidence({ mails: [mail(1), mail(2, { line: 'address' })], bubbles })).outOfOrder).toBe(0)
  expect(judgeOutage(evidence({ mails: [mail(1, { taken: 99 }), mail(2)], bubbles })).outOfOrder).toBe(0)
})
