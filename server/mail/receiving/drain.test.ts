// Tests receiving from servers that lie, omit and renumber: no email past the cursor is skipped.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import { toRanges } from '../../../core/mailbox/uids.ts'
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
function newInbox(
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
    uids: async (from, upTo) => toRanges(listed().filter(uid => uid >= from && uid <= (upTo ?? uid))),
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
      const email = mails.find(m => m.uid === uid)
      return email ? raw(email.text).subarray(0, raw(email.text).indexOf('\r\n\r\n') + 4) : null
    },
    structures: async () => new Map(),
    sections: async () => new Map(),
  }
}

function fixture(cursor: FolderCursor | null = { uidValidity: 1, uidNext: 1 }) {
  const received: Arrived[] = []
  const stored: { cursor: FolderCursor | null; forgot: number; firstUid: number | null } = { cursor, forgot: 0, firstUid: null }
  const folderSync = newFolderSync('u', 'm', { name: 'INBOX', cursor, startsAt: new Date(0), passedAt: null, isGone: false })
  const deps: DrainDeps = {
    onMail: async (batch, alongside) => {
      // The in-memory transaction: the cursor is kept when, and only when, all of it holds.
      const before = stored.cursor
      try {
        await alongside?.(null as never)
        received.push(...batch)
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
    onRenumbered: async () => undefined,
    onNotReturned: async () => undefined,
    onUnkept: () => undefined,
    onSetAside: async () => undefined,
  }
  return { received, stored, folderSync, parts: deps, uids: () => received.map(a => a.uid) }
}

const email = (uid: number, text = `mail ${uid}`): Kept => ({ uid, text })

test('a folder begins with emails that the server dates from its start on: earlier ones are left alone', async () => {
  const { parts, folderSync, stored, uids } = fixture(null)
  folderSync.startsAt = new Date(5000)
  const dated = (uid: number, ms: number) => ({ ...email(uid), at: new Date(ms) })
  await catchUp(parts, newInbox([dated(1, 1000), dated(2, 5000), dated(3, 4000), dated(4, 6000), dated(5, 9000)]), folderSync)
  expect(uids()).toEqual([2, 4, 5])
  expect(stored).toEqual({ cursor: { uidValidity: 1, uidNext: 6 }, forgot: 0, firstUid: 4 })
})

test('a first read saves nothing once another host has taken over', async () => {
  const { parts, folderSync, uids } = fixture(null)
  const lost: DrainDeps = { ...parts, moveCursor: () => Promise.reject(new LeaseLost('another')) }
  await expect(catchUp(lost, newInbox([email(1), email(2)]), folderSync)).rejects.toThrow(LeaseLost)
  expect(uids()).toEqual([])
})

test('an interrupted first read starts again, and is not complete before its last email', async () => {
  const { parts, folderSync, stored, uids } = fixture(null)
  const inbox = newInbox([1, 2, 3, 4, 5].map(uid => email(uid)))
  let calls = 0
  const failing: DrainDeps = { ...parts, onMail: batch => (++calls === 2 ? Promise.reject(new Error('no')) : parts.onMail(batch)) }
  await expect(catchUp(failing, inbox, folderSync)).rejects.toThrow('no')
  expect([stored.cursor, uids()]).toEqual([null, [1, 2, 3]])
  await catchUp(parts, inbox, folderSync)
  expect([stored.cursor?.uidNext, new Set(uids())]).toEqual([6, new Set([1, 2, 3, 4, 5])])
})

test('a UID that the server lists but omits holds the cursor, and the emails after it are received once', async () => {
  const { parts, folderSync, stored, uids } = fixture()
  const mails = [1, 2, 3, 4, 5, 6, 7].map(uid => email(uid))
  const leavesOut = new Set([3])
  const lying = newInbox(mails, { leavesOut })
  expect((await drain(parts, lying, folderSync)).missing).toEqual([3])
  expect(stored.cursor?.uidNext).toBe(3)
  expect((await drain(parts, lying, folderSync)).missing).toEqual([3])
  expect(uids()).toEqual([1, 2, 4, 5, 6, 7])
  leavesOut.clear()
  expect((await drain(parts, lying, folderSync)).missing).toEqual([])
  expect(uids()).toEqual([1, 2, 4, 5, 6, 7, 3])
  expect(stored.cursor?.uidNext).toBe(8)
})

test('a server that lists different emails each time and returns none does not fill memory', async () => {
  const { parts, folderSync } = fixture()
  for (let round = 0; round < 12; round++) {
    const uids = Array.from({ length: 1000 }, (_, i) => round * 1000 + i + 1)
    const lying = newInbox(
      uids.map(uid => email(uid)),
      { leavesOut: new Set(uids) },
    )
    expect((await drain({ ...parts, batch: 100 }, lying, folderSync)).missing).toHaveLength(1000)
  }
  expect(folderSync.fetchTries.size).toBeLessThanOrEqual(10_000)
})

test('after enough tries an email is recorded by its UID alone, and no longer holds up others', async () => {
  const { parts, folderSync, stored, received } = fixture()
  const lying = newInbox(
    [1, 2, 3].map(uid => email(uid)),
    { leavesOut: new Set([2]) },
  )
  await drain(parts, lying, folderSync)
  folderSync.fetchTries.set('INBOX:1:2', { since: new Date(0), times: 7 })
  expect(await drain(parts, lying, folderSync)).toEqual({ received: 1, missing: [], unkept: [] })
  expect(received.map(a => [a.uid, a.reduced, a.raw.length > 0])).toEqual([
    [1, null, true],
    [3, null, true],
    [2, 'not_handed_over', false],
  ])
  expect([stored.cursor?.uidNext, folderSync.fetchTries.size]).toEqual([4, 0])
})

test('an email that was omitted because it is gone lets the cursor pass', async () => {
  const { parts, folderSync, stored } = fixture()
  const mails = [email(1), email(2), email(3)]
  await drain(parts, newInbox(mails, { leavesOut: new Set([2]) }), folderSync)
  expect(stored.cursor?.uidNext).toBe(2)
  await drain(parts, newInbox([email(1), email(3)]), folderSync)
  expect(stored.cursor?.uidNext).toBe(4)
})

test('an email that was not requested is ignored, and one that comes twice is received once', async () => {
  const { parts, folderSync, uids } = fixture()
  await drain(parts, newInbox([email(1), email(2)], { extra: [9] }), folderSync)
  expect(uids()).toEqual([1, 2])
})

test('when a commit fails, the cursor stays, and earlier commits are not repeated', async () => {
  const { parts, folderSync, stored, uids } = fixture()
  const inbox = newInbox([1, 2, 3, 4, 5].map(uid => email(uid)))
  let calls = 0
  const failing: DrainDeps = {
    ...parts,
    onMail: (batch, alongside) => (++calls === 2 ? Promise.reject(new Error('no')) : parts.onMail(batch, alongside)),
  }
  await expect(drain(failing, inbox, folderSync)).rejects.toThrow('no')
  expect(stored.cursor?.uidNext).toBe(4)
  await drain(parts, inbox, folderSync)
  expect(uids()).toEqual([1, 2, 3, 4, 5])
})

test('a large email comes as its headers and size, and more of it on request', async () => {
  const { parts, folderSync, received } = fixture()
  const more: Arrived[] = []
  const asking: DrainDeps = {
    ...parts,
    onMail: async (batch, alongside) => {
      for (const one of batch) more.push(...((await one.more?.([one], 'text')) ?? []))
      await parts.onMail(batch, alongside)
    },
  }
  await drain(asking, newInbox([email(1, 'a'.repeat(500_000)), email(2, 'b'.repeat(700_000))]), folderSync)
  expect(received.map(a => [a.fetched, a.raw.length < 200, a.sizeBytes > 500_000])).toEqual([
    ['headers', true, true],
    ['headers', true, true],
  ])
  // This server cannot say how a mail is put together, so that it is fetched whole or not at all.
  expect(more.map(a => [a.fetched, a.reduced, a.raw.length > 500_000])).toEqual([
    [undefined, null, true],
    [undefined, 'too_large', false],
  ])
})

test('after a new UIDVALIDITY the cursor moves with the last email, not before', async () => {
  const { parts, folderSync, stored, uids } = fixture({ uidValidity: 1, uidNext: 40 })
  const leavesOut = new Set([5])
  const mails = [1, 2, 3, 4, 5, 6].map(uid => ({ ...email(uid), at: new Date(uid * 10) }))
  const renumbered = newInbox(mails, { uidValidity: 2, leavesOut })
  await catchUp(parts, renumbered, folderSync)
  expect(stored.cursor).toEqual({ uidValidity: 1, uidNext: 40 })
  leavesOut.clear()
  await catchUp(parts, renumbered, folderSync)
  expect(stored.cursor).toEqual({ uidValidity: 2, uidNext: 7 })
  expect(new Set(uids())).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('after UIDs fall back, saved UIDs are cleared before anything is received', async () => {
  const { parts, folderSync, stored } = fixture({ uidValidity: 1, uidNext: 40 })
  await catchUp(parts, newInbox([email(1), email(2)]), folderSync)
  expect(stored).toEqual({ cursor: { uidValidity: 1, uidNext: 3 }, forgot: 1, firstUid: 1 })
})

test('whatever is omitted and whenever a commit fails, each email is saved once in the end', async () => {
  const schedule = fc.array(
    fc.record({ arrive: fc.nat(4), leaveOut: fc.array(fc.nat(30)), failAt: fc.option(fc.nat(3)), careful: fc.boolean() }),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(schedule, async rounds => {
      const { parts, folderSync, stored, uids } = fixture()
      const mails: Kept[] = []
      for (const round of rounds) {
        for (let i = 0; i < round.arrive; i++) mails.push(email(mails.length + 1))
        let calls = 0
        const onMail: DrainDeps['onMail'] = (batch, alongside) =>
          calls++ === round.failAt ? Promise.reject(new Error('no')) : parts.onMail(batch, alongside)
        // After a fall only what is stored is left: the place is made from it anew.
        const restarted = { ...folderSync, cursor: stored.cursor, fetchedAhead: new Set<number>() }
        await drain(
          { ...parts, onMail, isCareful: round.careful },
          newInbox(mails, { leavesOut: new Set(round.leaveOut) }),
          restarted,
        ).catch(() => undefined)
        expect(mails.every(m => m.uid >= (stored.cursor?.uidNext ?? 1) || uids().includes(m.uid))).toBe(true)
      }
      await drain(parts, newInbox(mails), { ...folderSync, cursor: stored.cursor, fetchedAhead: new Set() })
      expect([...new Set(uids())].sort((a, b) => Number(a) - Number(b))).toEqual(mails.map(m => m.uid))
    }),
    { numRuns: 300 },
  )
})

test('an email that always fails is kept without its content after enough tries, and the folder goes on', async () => {
  const { parts, folderSync, stored, received } = fixture()
  const inbox = newInbox([1, 2, 3].map(uid => email(uid)))
  const asides: string[] = []
  const poisoned: DrainDeps = {
    ...parts,
    isCareful: true,
    onMail: (batch, alongside) =>
      batch.some(mail => mail.uid === 2 && mail.reduced === null)
        ? Promise.reject(new TypeError('planted'))
        : parts.onMail(batch, alongside),
    onSetAside: async ({ sourceKey }) => void asides.push(sourceKey),
  }
  expect(await drain(poisoned, inbox, folderSync)).toEqual({ received: 2, missing: [], unkept: [2] })
  expect([stored.cursor?.uidNext, asides]).toEqual([2, []])
  folderSync.keepTries.set('INBOX:1:2', { since: new Date(0), times: 7 })
  expect(await drain(poisoned, inbox, folderSync)).toEqual({ received: 1, missing: [], unkept: [] })
  expect([stored.cursor?.uidNext, asides, folderSync.keepTries.size]).toEqual([4, ['INBOX:1:2'], 0])
  const kept = received.find(mail => mail.uid === 2)
  expect([kept?.reduced, kept?.contentHash.length, kept?.raw.toString()]).toEqual([
    'not_kept',
    0,
    expect.stringContaining('Subject: mail 2'),
  ])
  expect(kept?.raw.toString().trimEnd()).not.toMatch(/\nmail 2$/)
})

test('where even its headers always fail, its UID alone is kept', async () => {
  const { parts, folderSync, stored, received } = fixture()
  folderSync.keepTries.set('INBOX:1:1', { since: new Date(0), times: 7 })
  const onMail: DrainDeps['onMail'] = (batch, alongside) =>
    batch.some(({ raw }) => raw.length > 0) ? Promise.reject(new TypeError('planted')) : parts.onMail(batch, alongside)
  await drain({ ...parts, isCareful: true, onMail }, newInbox([email(1)]), folderSync)
  expect(received.map(({ reduced, raw }) => [reduced, raw.length])).toEqual([['not_kept', 0]])
  expect(stored.cursor?.uidNext).toBe(2)
})

test('while the database is in trouble, no email is blamed for it', async () => {
  const { parts, folderSync, received } = fixture()
  folderSync.keepTries.set('INBOX:1:1', { since: new Date(0), times: 99 })
  const onMail: DrainDeps['onMail'] = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  await expect(drain({ ...parts, isCareful: true, onMail }, newInbox([email(1), email(2)]), folderSync)).rejects.toThrow('Connection')
  expect([received, folderSync.keepTries.get('INBOX:1:1')?.times]).toEqual([[], 99])
})

test('a folder whose first email always fails is read to its end', async () => {
  const { parts, folderSync, uids } = fixture(null)
  const onMail: DrainDeps['onMail'] = (batch, alongside) =>
    batch.some(mail => mail.uid === 1) ? Promise.reject(new TypeError('planted')) : parts.onMail(batch, alongside)
  const inbox = newInbox([1, 2, 3].map(uid => email(uid)))
  expect(await catchUp({ ...parts, isCareful: true, onMail }, inbox, folderSync)).toMatchObject({ received: 2, unkept: [1] })
  expect(uids()).toEqual([2, 3])
})
