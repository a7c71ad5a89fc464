// Draining from servers that lie, leave out and renumber: no mail past the cursor is passed over.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import { rangesOf } from '../../../core/mailbox/uids.ts'
import type { FetchedMessage } from '../imap/fetch.ts'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import type { Arrived } from '../parsing/arrived.ts'
import { catchUp, type DrainDeps, drain } from './drain.ts'

interface Kept {
  uid: number
  text: string
  at?: Date
}

/** A folder in memory; `leavesOut` are UIDs that it lists and does not hand over. */
function inboxOf(
  mails: Kept[],
  options: { uidValidity?: number; uidNext?: number; leavesOut?: Set<number>; extra?: number[] } = {},
): OpenFolder {
  const raw = (text: string) =>
    Buffer.from(`Message-ID: <${text.slice(0, 50)}@example.com>\r\nSubject: ${text.slice(0, 50)}\r\n\r\n${text}`)
  const listed = () => mails.map(m => m.uid)
  return {
    name: 'INBOX',
    uidValidity: options.uidValidity ?? 1,
    get uidNext() {
      return options.uidNext ?? Math.max(0, ...listed()) + 1
    },
    uids: async (from, upTo) => rangesOf(listed().filter(uid => uid >= from && uid <= (upTo ?? uid))),
    dates: async uids => new Map(mails.filter(m => uids.includes(m.uid)).map(m => [m.uid, m.at ?? new Date(0)])),
    fetch: async (uids, maxBytes) => {
      const found = mails.filter(m => uids.includes(m.uid) && !options.leavesOut?.has(m.uid))
      const answers: FetchedMessage[] = found.map(m => ({
        uid: m.uid,
        source: raw(m.text).subarray(0, maxBytes),
        sizeBytes: raw(m.text).length,
        internalDate: m.at ?? new Date(0),
      }))
      const extra = (options.extra ?? []).map(uid => ({ uid, source: raw('never asked for'), sizeBytes: 1, internalDate: null }))
      return [...answers, ...answers.slice(0, 1), ...extra]
    },
    fetchHeaders: async uid => {
      const mail = mails.find(m => m.uid === uid)
      return mail ? raw(mail.text).subarray(0, raw(mail.text).indexOf('\r\n\r\n') + 4) : null
    },
    structures: async () => new Map(),
    sections: async () => new Map(),
  }
}

function fixture(cursor: FolderCursor | null = { uidValidity: 1, uidNext: 1 }) {
  const taken: Arrived[] = []
  const stored: { cursor: FolderCursor | null; forgot: number; firstUid: number | null } = { cursor, forgot: 0, firstUid: null }
  const place = newFolderSync('u', 'm', { name: 'INBOX', cursor, startsAt: new Date(0), passedAt: null, isGone: false })
  const deps: DrainDeps = {
    onMail: async (batch, alongside) => {
      // The in-memory transaction: the cursor is kept when, and only when, all of it holds.
      const before = stored.cursor
      try {
        await alongside?.(null as never)
        taken.push(...batch)
      } catch (error) {
        stored.cursor = before
        throw error
      }
    },
    now: () => new Date(1_000_000),
    batch: 3,
    maxBytes: 600_000,
    moveCursor: async (_tx, _folder, next) => {
      stored.cursor = next
    },
    saveCursor: async (_folder, next, firstUid) => {
      stored.cursor = next
      stored.firstUid = firstUid ?? stored.firstUid
    },
    forgetNumbering: async () => {
      stored.forgot++
    },
    numberedAnew: async () => undefined,
    notHandedOver: async () => undefined,
  }
  return { taken, stored, place, parts: deps, uids: () => taken.map(a => a.uid) }
}

const mail = (uid: number, text = `mail ${uid}`): Kept => ({ uid, text })

test('a folder begins with what the server dates from its start on: what was there before stays', async () => {
  const { parts, place, stored, uids } = fixture(null)
  place.startsAt = new Date(5000)
  const dated = (uid: number, ms: number) => ({ ...mail(uid), at: new Date(ms) })
  await catchUp(parts, inboxOf([dated(1, 1000), dated(2, 5000), dated(3, 4000), dated(4, 6000), dated(5, 9000)]), place)
  expect(uids()).toEqual([2, 4, 5])
  expect(stored).toEqual({ cursor: { uidValidity: 1, uidNext: 6 }, forgot: 0, firstUid: 4 })
})

test('a beginning keeps nothing for a mailbox that is another’s by now', async () => {
  const { parts, place, uids } = fixture(null)
  const lost: DrainDeps = { ...parts, moveCursor: () => Promise.reject(new LeaseLost('another')) }
  await expect(catchUp(lost, inboxOf([mail(1), mail(2)]), place)).rejects.toThrow(LeaseLost)
  expect(uids()).toEqual([])
})

test('a beginning that broke off begins again, and is not over before its last mail', async () => {
  const { parts, place, stored, uids } = fixture(null)
  const inbox = inboxOf([1, 2, 3, 4, 5].map(uid => mail(uid)))
  let calls = 0
  const failing: DrainDeps = { ...parts, onMail: batch => (++calls === 2 ? Promise.reject(new Error('no')) : parts.onMail(batch)) }
  await expect(catchUp(failing, inbox, place)).rejects.toThrow('no')
  expect([stored.cursor, uids()]).toEqual([null, [1, 2, 3]])
  await catchUp(parts, inbox, place)
  expect([stored.cursor?.uidNext, new Set(uids())]).toEqual([6, new Set([1, 2, 3, 4, 5])])
})

test('a UID that the server lists and leaves out holds the cursor, and the mails after it are handed over once', async () => {
  const { parts, place, stored, uids } = fixture()
  const mails = [1, 2, 3, 4, 5, 6, 7].map(uid => mail(uid))
  const leavesOut = new Set([3])
  const lying = inboxOf(mails, { leavesOut })
  expect((await drain(parts, lying, place)).missing).toEqual([3])
  expect(stored.cursor?.uidNext).toBe(3)
  expect((await drain(parts, lying, place)).missing).toEqual([3])
  expect(uids()).toEqual([1, 2, 4, 5, 6, 7])
  leavesOut.clear()
  expect((await drain(parts, lying, place)).missing).toEqual([])
  expect(uids()).toEqual([1, 2, 4, 5, 6, 7, 3])
  expect(stored.cursor?.uidNext).toBe(8)
})

test('a server that lists other mails each time and hands over none fills no memory', async () => {
  const { parts, place } = fixture()
  for (let round = 0; round < 12; round++) {
    const uids = Array.from({ length: 1000 }, (_, i) => round * 1000 + i + 1)
    const lying = inboxOf(
      uids.map(uid => mail(uid)),
      { leavesOut: new Set(uids) },
    )
    expect((await drain({ ...parts, batch: 100 }, lying, place)).missing).toHaveLength(1000)
  }
  expect(place.asked.size).toBeLessThanOrEqual(10_000)
})

test('a mail that was asked for often enough is told by its UID alone, and holds up nobody any more', async () => {
  const { parts, place, stored, taken } = fixture()
  const lying = inboxOf(
    [1, 2, 3].map(uid => mail(uid)),
    { leavesOut: new Set([2]) },
  )
  await drain(parts, lying, place)
  place.asked.set('INBOX:1:2', { since: new Date(0), times: 7 })
  expect(await drain(parts, lying, place)).toEqual({ handedOver: 1, missing: [] })
  expect(taken.map(a => [a.uid, a.reduced, a.raw.length > 0])).toEqual([
    [1, null, true],
    [3, null, true],
    [2, 'not_handed_over', false],
  ])
  expect([stored.cursor?.uidNext, place.asked.size]).toEqual([4, 0])
})

test('a mail that was left out because it is gone lets the cursor pass', async () => {
  const { parts, place, stored } = fixture()
  const mails = [mail(1), mail(2), mail(3)]
  await drain(parts, inboxOf(mails, { leavesOut: new Set([2]) }), place)
  expect(stored.cursor?.uidNext).toBe(2)
  await drain(parts, inboxOf([mail(1), mail(3)]), place)
  expect(stored.cursor?.uidNext).toBe(4)
})

test('a mail that was not asked for, or comes twice in one answer, is handed over once or not at all', async () => {
  const { parts, place, uids } = fixture()
  await drain(parts, inboxOf([mail(1), mail(2)], { extra: [9] }), place)
  expect(uids()).toEqual([1, 2])
})

test('when a commit fails the cursor stays, and what was committed before it is not repeated', async () => {
  const { parts, place, stored, uids } = fixture()
  const inbox = inboxOf([1, 2, 3, 4, 5].map(uid => mail(uid)))
  let calls = 0
  const failing: DrainDeps = {
    ...parts,
    onMail: (batch, alongside) => (++calls === 2 ? Promise.reject(new Error('no')) : parts.onMail(batch, alongside)),
  }
  await expect(drain(failing, inbox, place)).rejects.toThrow('no')
  expect(stored.cursor?.uidNext).toBe(4)
  await drain(parts, inbox, place)
  expect(uids()).toEqual([1, 2, 3, 4, 5])
})

test('a large mail comes as its header with its size, and more of it when somebody asks', async () => {
  const { parts, place, taken } = fixture()
  const more: Arrived[] = []
  const asking: DrainDeps = {
    ...parts,
    onMail: async (batch, alongside) => {
      for (const one of batch) more.push(...((await one.more?.([one], 'text')) ?? []))
      await parts.onMail(batch, alongside)
    },
  }
  await drain(asking, inboxOf([mail(1, 'a'.repeat(500_000)), mail(2, 'b'.repeat(700_000))]), place)
  expect(taken.map(a => [a.fetched, a.raw.length < 200, a.sizeBytes > 500_000])).toEqual([
    ['headers', true, true],
    ['headers', true, true],
  ])
  // This server cannot say how a mail is put together, so that it is fetched whole or not at all.
  expect(more.map(a => [a.fetched, a.reduced, a.raw.length > 500_000])).toEqual([
    [undefined, null, true],
    [undefined, 'too_large', false],
  ])
})

test('after a new UIDVALIDITY the cursor moves with the last mail, not before', async () => {
  const { parts, place, stored, uids } = fixture({ uidValidity: 1, uidNext: 40 })
  const leavesOut = new Set([5])
  const mails = [1, 2, 3, 4, 5, 6].map(uid => ({ ...mail(uid), at: new Date(uid * 10) }))
  const renumbered = inboxOf(mails, { uidValidity: 2, leavesOut })
  await catchUp(parts, renumbered, place)
  expect(stored.cursor).toEqual({ uidValidity: 1, uidNext: 40 })
  leavesOut.clear()
  await catchUp(parts, renumbered, place)
  expect(stored.cursor).toEqual({ uidValidity: 2, uidNext: 7 })
  expect(new Set(uids())).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('a numbering that fell back is forgotten before anything is handed over', async () => {
  const { parts, place, stored } = fixture({ uidValidity: 1, uidNext: 40 })
  await catchUp(parts, inboxOf([mail(1), mail(2)]), place)
  expect(stored).toEqual({ cursor: { uidValidity: 1, uidNext: 3 }, forgot: 1, firstUid: 1 })
})

test('whatever is left out and whenever a commit fails, in the end each mail was kept once', async () => {
  const schedule = fc.array(
    fc.record({ arrive: fc.nat(4), leaveOut: fc.array(fc.nat(30)), failAt: fc.option(fc.nat(3)), careful: fc.boolean() }),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(schedule, async rounds => {
      const { parts, place, stored, uids } = fixture()
      const mails: Kept[] = []
      for (const round of rounds) {
        for (let i = 0; i < round.arrive; i++) mails.push(mail(mails.length + 1))
        let calls = 0
        const onMail: DrainDeps['onMail'] = (batch, alongside) =>
          calls++ === round.failAt ? Promise.reject(new Error('no')) : parts.onMail(batch, alongside)
        // After a fall only what is stored is left: the place is made from it anew.
        const restarted = { ...place, cursor: stored.cursor, ahead: new Set<number>() }
        await drain(
          { ...parts, onMail, isCareful: round.careful },
          inboxOf(mails, { leavesOut: new Set(round.leaveOut) }),
          restarted,
        ).catch(() => undefined)
        expect(mails.every(m => m.uid >= (stored.cursor?.uidNext ?? 1) || uids().includes(m.uid))).toBe(true)
      }
      await drain(parts, inboxOf(mails), { ...place, cursor: stored.cursor, ahead: new Set() })
      expect([...new Set(uids())].sort((a, b) => Number(a) - Number(b))).toEqual(mails.map(m => m.uid))
    }),
    { numRuns: 300 },
  )
})
