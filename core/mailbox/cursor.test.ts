// Tests where reading a folder continues, and that the cursor never passes unsaved emails.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advanceCursor, type FolderCursor, isNew, planFetch } from './cursor.ts'

const start = { startsAt: new Date('2026-03-01T10:00:00Z'), lastArrivalAt: new Date('2026-03-05T23:30:00Z') }
const cursor: FolderCursor = { uidValidity: 7, uidNext: 100 }

test('a folder starts with the emails dated at or after its start, and none before', () => {
  expect(planFetch(null, { uidValidity: 7, uidNext: 42 }, start)).toEqual({
    kind: 'listing',
    reason: 'begin',
    since: new Date('2026-02-28T00:00:00Z'),
    notBefore: start.startsAt,
    lastUid: 41,
    cursor: { uidValidity: 7, uidNext: 42 },
  })
})

test('new emails are fetched from the cursor on', () => {
  expect(planFetch(cursor, { uidValidity: 7, uidNext: 103 }, start)).toEqual({ kind: 'range', fromUid: 100 })
})

test('without new emails nothing is fetched', () => {
  expect(planFetch(cursor, { uidValidity: 7, uidNext: 100 }, start)).toEqual({ kind: 'none' })
})

test('after a UIDVALIDITY change, the search begins the day before the last arrival, but not before the folder’s start', () => {
  expect(planFetch(cursor, { uidValidity: 8, uidNext: 12 }, start)).toEqual({
    kind: 'listing',
    reason: 'uidvalidity_changed',
    since: new Date('2026-03-04T00:00:00Z'),
    notBefore: new Date('2026-03-01T09:59:00Z'),
    lastUid: 11,
    cursor: { uidValidity: 8, uidNext: 12 },
  })
})

test('after a UIDVALIDITY change without any email yet, the search begins the day before the folder’s start', () => {
  const plan = planFetch(cursor, { uidValidity: 8, uidNext: 1 }, { ...start, lastArrivalAt: null })
  expect(plan).toMatchObject({ kind: 'listing', since: new Date('2026-02-28T00:00:00Z'), lastUid: 0 })
})

test('a UIDNEXT that decreased means that UIDs are reused', () => {
  expect(planFetch(cursor, { uidValidity: 7, uidNext: 90 }, start)).toMatchObject({
    kind: 'listing',
    reason: 'uidnext_fell',
    lastUid: 89,
    cursor: { uidValidity: 7, uidNext: 90 },
  })
})

test('the last old email that a range includes is not new', () => {
  expect(isNew(cursor, 99)).toBe(false)
  expect(isNew(cursor, 100)).toBe(true)
  expect(isNew(cursor, 2 ** 32)).toBe(false)
})

test.each<[string, number[], number[], number]>([
  ['nothing', [], [], 100],
  ['the next', [100], [], 101],
  ['several in any order', [105, 100, 103], [], 106],
  ['an old one', [4], [], 100],
  ['one past an email that was listed but not returned', [100, 102], [101], 101],
  ['one before an outstanding email', [100], [105], 101],
  ['numbers that are not UIDs', [Number.NaN, 0, -3, 2 ** 40, 1.5], [], 100],
])('the cursor is correct after committing %s', (_, committed, outstanding, uidNext) => {
  expect(advanceCursor(cursor, committed, outstanding)).toEqual({ uidValidity: 7, uidNext })
})

test('the cursor never moves back and never passes an outstanding email', () => {
  const uids = fc.array(fc.integer({ min: -5, max: 200 }), { maxLength: 20 })
  fc.assert(
    fc.property(uids, uids, (committed, outstanding) => {
      const { uidNext } = advanceCursor(cursor, committed, outstanding)
      expect(uidNext).toBeGreaterThanOrEqual(cursor.uidNext)
      for (const uid of outstanding.filter(u => u >= cursor.uidNext)) expect(uidNext).toBeLessThanOrEqual(uid)
    }),
  )
})

test('in batches of any size, a range is fetched completely and only once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 100, max: 160 }), { minLength: 1 }), fc.integer({ min: 1, max: 7 }), (present, batch) => {
      const inbox = present.toSorted((a, b) => a - b)
      const server = { uidValidity: 7, uidNext: Math.max(...inbox) + 1 }
      const seen: number[] = []
      let at = cursor
      for (let plan = planFetch(at, server, start); plan.kind === 'range'; plan = planFetch(at, server, start)) {
        const { fromUid } = plan
        const fetched = inbox.filter(uid => uid >= fromUid).slice(0, batch)
        seen.push(...fetched)
        at = advanceCursor(at, fetched)
      }
      expect(seen).toEqual(inbox)
    }),
  )
})
