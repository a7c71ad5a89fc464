// Tests reconciling with servers that hold more than they reported, restore a backup, or return an email days late.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plainView } from '../../../../core/filters/testing/plain-message.fixture.ts'
import { countUids, toRanges } from '../../../../core/mailbox/uids.ts'
import { testDatabase } from '../../../../test/database.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { newId, newKey } from '../../../foundation/seal.ts'
import type { OpenFolder } from '../../imap/folder.ts'
import { type FolderSync, newFolderSync } from '../../mailboxes/folder-sync.ts'
import { forgetUids, moveCursor } from '../../mailboxes/folders/store.ts'
import { claimMailboxes } from '../../mailboxes/owners.ts'
import { addImapMailbox, LeaseLost, type WatchLease } from '../../mailboxes/store.ts'
import { readView, saveOnce } from '../../messages/store.ts'
import { headerValue } from '../../parsing/raw.ts'
import type { OnMail } from '../drain.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'
import { countRecovered, readByUid, readFirstUid, readStoredUids, readUsualGap, saveCount } from './store.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const { now } = systemClock

test('emails below the cursor that we lack are recovered once, and counted', async () => {
  const box = await newBox({ uidNext: 10 })
  const server = folderOf({ 1: 'a', 2: 'b', 5: 'c', 12: 'past the cursor' })
  expect(await reconcile(box.parts, server, box.folderSync)).toEqual({ recovered: 3, missing: 0 })
  expect(await reconcile(box.parts, server, box.folderSync)).toEqual({ recovered: 0, missing: 0 })
  expect([box.seen, await box.row()]).toEqual([['a', 'b', 'c'], { on_server: 3, stored: 3, recovered: 3 }])
})

test('emails from before the start are ignored, and emails gone from the server are not counted', async () => {
  const box = await newBox({ uidNext: 10, firstUid: 3 })
  await reconcile(box.parts, folderOf({ 1: 'old', 4: 'a', 5: 'b', 6: 'c' }), box.folderSync)
  await reconcile(box.parts, folderOf({ 1: 'old', 5: 'b' }), box.folderSync)
  expect([box.seen, await box.row()]).toEqual([['a', 'b', 'c'], { on_server: 1, stored: 1, recovered: 3 }])
})

test('an email that the server lists but does not return is recorded by UID, and received once it is returned', async () => {
  const box = await newBox({ uidNext: 10 })
  const mails: Record<number, string | null> = { 1: 'a', 2: null }
  expect((await reconcile(box.parts, folderOf(mails), box.folderSync)).missing).toBe(1)
  box.folderSync.fetchTries.set('INBOX:1:2', { since: new Date(0), times: 7 })
  expect((await reconcile(box.parts, folderOf(mails), box.folderSync)).missing).toBe(0)
  expect(await reconcile(box.parts, folderOf(mails), box.folderSync)).toMatchObject({ recovered: 0, missing: 0 })
  expect(box.seen).toEqual(['a', 'not_handed_over'])
  mails[2] = 'late'
  expect((await reconcile(box.parts, folderOf(mails), box.folderSync)).recovered).toBe(1)
  expect([box.seen.slice(2), await box.row()]).toEqual([['late'], { on_server: 2, stored: 2, recovered: 2 }])
  expect(await db.selectFrom('messages').select('uid').where('mailbox_id', '=', box.id).orderBy('uid').execute()).toHaveLength(2)
})

test('an email that always fails holds up no other, and is kept with its content once that works', async () => {
  const box = await newBox({ uidNext: 10 })
  const server = folderOf({ 1: 'a', 2: 'b', 3: 'c' })
  let isBroken = true
  const onMail: OnMail = (batch, alongside) =>
    isBroken && batch.some(mail => mail.uid === 2 && mail.reduced === null)
      ? Promise.reject(new TypeError('planted'))
      : box.parts.onMail(batch, alongside)
  const parts = { ...box.parts, onMail }
  expect(await reconcile(parts, server, box.folderSync)).toEqual({ recovered: 2, missing: 1 })
  box.folderSync.keepTries.set('INBOX:1:2', { since: new Date(0), times: 7 })
  expect(await reconcile(parts, server, box.folderSync)).toEqual({ recovered: 0, missing: 0 })
  expect(await reconcile(parts, server, box.folderSync)).toEqual({ recovered: 0, missing: 0 })
  isBroken = false
  expect(await reconcile(parts, server, box.folderSync)).toEqual({ recovered: 1, missing: 0 })
  expect(box.seen).toEqual(['a', 'c', 'not_kept', 'b'])
})

test('when a restored backup reassigns UIDs, the other emails are received and none is lost', async () => {
  const box = await newBox({ uidNext: 10 })
  await reconcile(box.parts, folderOf({ 1: 'a', 2: 'b', 3: 'c', 4: 'd' }), box.folderSync)
  expect((await reconcile(box.parts, folderOf({ 1: 'a', 2: 'b', 3: 'e', 4: 'f', 5: 'g' }), box.folderSync)).recovered).toBe(3)
  expect((await reconcile(box.parts, folderOf({ 1: 'a', 2: 'b', 3: 'e', 4: 'f', 5: 'g', 6: 'd' }), box.folderSync)).recovered).toBe(1)
  expect([box.seen, await box.row()]).toEqual([['a', 'b', 'c', 'd', 'e', 'f', 'g'], { on_server: 6, stored: 6, recovered: 8 }])
})

test('an email that its server changed is still the same email', async () => {
  const box = await newBox({ uidNext: 10 })
  await reconcile(box.parts, folderOf({ 1: 'a', 2: 'b' }), box.folderSync)
  expect((await reconcile(box.parts, folderOf({ 1: 'a', 2: 'b' }, 'Received: again\r\n'), box.folderSync)).recovered).toBe(0)
})

test('a host that lost its lease recovers nothing', async () => {
  const box = await newBox({ uidNext: 10 })
  await db.updateTable('mailboxes').set({ lease_token: 99 }).where('id', '=', box.id).execute()
  await expect(reconcile(box.parts, folderOf({ 1: 'a' }), box.folderSync)).rejects.toThrow(LeaseLost)
  expect(await db.selectFrom('messages').select('id').where('mailbox_id', '=', box.id).execute()).toEqual([])
})

test('no host can take a mailbox over between the lease check and the end of its transaction', async () => {
  const box = await newBox({ uidNext: 10 })
  const later = new Date(now().getTime() + 3_600_000)
  const claim = () => claimMailboxes(db, { host: 'other', now: later, leaseMs: 0, most: 100, mine: false, except: [] })
  await db.transaction().execute(async tx => {
    await moveCursor(tx, box.userId, box.watched, 'INBOX', { cursor: { uidValidity: 1, uidNext: 11 }, at: null, mailAt: null })
    expect((await claim()).map(m => m.id)).not.toContain(box.id)
  })
  expect((await claim()).map(m => m.id)).toContain(box.id)
})

test('the saved UIDs of a large folder come as ranges', async () => {
  const box = await newBox({ uidNext: 20_000 })
  await fill(box, 1, 9000, 1)
  await fill(box, 9001, 10_000, 2)
  const kept = await box.parts.storedUids(box.folderSync, [100, 19_999], false)
  expect([kept.slice(0, 4), countUids(kept)]).toEqual([[100, 9001, 9003, 9003], 8901 + 500])
})

test('the usual gap between emails is the median gap of a week', async () => {
  const box = await newBox({ uidNext: 10 })
  expect(await readUsualGap(db, box.userId, box.id)).toBeNull()
  await fill(box, 1, 7, 1)
  expect(await readUsualGap(db, box.userId, box.id)).toBe(60_000)
  await fill(box, 100_001, 100_001, 1)
  expect(await readUsualGap(db, box.userId, box.id)).toBeNull()
})

interface Box {
  userId: string
  id: string
}

async function newBox({ uidNext, firstUid = 1 }: { uidNext: number; firstUid?: number }) {
  const [userId, id] = [randomUUID(), newId(now())]
  const settings = { host: 'mail.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  const folder = { name: 'INBOX', startsAt: now(), cursor: { uidValidity: 1, uidNext } }
  await addImapMailbox(db, userId, { id, address: 'anna@example.com', settings, secret: Buffer.of(1), folders: [folder], now: now() })
  await db.updateTable('folder_syncs').set({ first_uid: firstUid }).where('mailbox_id', '=', id).execute()
  const [row] = await db.updateTable('mailboxes').set({ lease_token: 1 }).where('id', '=', id).returning('id').execute()
  const watched = { id: row?.id ?? '', leaseToken: 1 }
  const folderSync = newFolderSync(userId, id, { ...folder, passedAt: null, isGone: false })
  const seen: string[] = []
  return {
    ...{ userId, id, folderSync, seen, watched },
    parts: partsOf(userId, watched, seen),
    row: () => db.selectFrom('folder_syncs').select(['on_server', 'stored', 'recovered']).where('mailbox_id', '=', id).executeTakeFirst(),
  }
}

function partsOf(userId: string, watched: WatchLease, seen: string[]): ReconcileDeps {
  const of = (folderSync: FolderSync) => ({
    mailboxId: watched.id,
    folder: folderSync.folder,
    uidValidity: folderSync.cursor?.uidValidity ?? 0,
  })
  return {
    ...{ onMail: keeping(seen), now, batch: 2, maxBytes: 100_000 },
    firstUid: folder => readFirstUid(db, userId, watched.id, folder),
    storedUids: (folderSync, range, isUnseen) => readStoredUids(db, userId, of(folderSync), range, isUnseen),
    known: async (folderSync, uids) => {
      const kept = await readByUid(db, userId, of(folderSync), uids)
      const views = await Promise.all(kept.map(async k => ({ ...k, view: await readView(db, userId, keys, k.id) })))
      return new Map(views.map(k => [k.uid, k]))
    },
    forget: (folderSync, uids) => forgetUids(db, userId, watched, of(folderSync), uids),
    ...{ onNotReturned: async () => undefined, onUnkept: () => undefined, onSetAside: async () => undefined },
    countRecovered: (tx, folder, count) => countRecovered(tx, userId, watched, folder, count),
    saveCount: (folder, count) => saveCount(db, userId, watched, folder, { ...count, at: now() }),
  }
}

/** Saves new emails and records their text. */
function keeping(seen: string[]): OnMail {
  return async (batch, alongside) => {
    const fresh = await db.transaction().execute(async tx => {
      const userId = batch[0]?.userId ?? ''
      const messages = batch.map(arrived => ({
        id: newId(now()),
        arrived,
        view: plainView({ messageId: headerValue(arrived.raw.toString(), 'message-id') }),
      }))
      const ids = await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
      await alongside?.(tx)
      return messages.filter(m => ids.has(m.id)).map(({ arrived }) => arrived.reduced ?? arrived.raw.toString().split('\r\n\r\n')[1] ?? '')
    })
    seen.push(...fresh)
  }
}

/** Emails by UID; null is listed but not returned. */
function folderOf(mails: Record<number, string | null>, added = ''): OpenFolder {
  const listed = Object.keys(mails).map(Number)
  const raw = (text: string) => Buffer.from(`${added}Message-ID: <${text.replaceAll(' ', '.')}@example.com>\r\n\r\n${text}`)
  return {
    name: 'INBOX',
    uidValidity: 1,
    uidNext: Math.max(0, ...listed) + 1,
    uids: async (from, upTo) => toRanges(listed.filter(uid => uid >= from && uid <= (upTo ?? uid))),
    dates: async () => new Map(),
    fetch: async uids =>
      uids.flatMap(uid => {
        const text = mails[uid]
        return text ? [{ uid, source: raw(text), sizeBytes: raw(text).length, internalDate: null }] : []
      }),
    fetchHeaders: async () => null,
    structures: async () => new Map(),
    sections: async () => new Map(),
  }
}

/** Saved emails from one UID to another, a minute apart. */
async function fill({ userId, id }: Box, from: number, to: number, step: number): Promise<void> {
  await sql`
    insert into messages (user_id, id, mailbox_id, folder, source_key, content_hash, uid_validity, uid, size_bytes, arrived_at, dated_at)
    select ${userId}, gen_random_uuid(), ${id}, 'INBOX', 'INBOX:1:' || uid, int4send(uid), 1, uid, 1, at, at
    from generate_series(${from}::int, ${to}::int, ${step}::int) as uid
    cross join lateral (select ${new Date(0)}::timestamptz + uid * interval '1 minute' as at) t`.execute(db)
}
