// Tests that changing or removing a mailbox while its email is being saved never deadlocks.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { listFolders, moveCursor } from '../mailboxes/folders/store.ts'
import { mailHandlers } from '../mailboxes/handlers.ts'
import { beginRenewal, endRenewal } from '../mailboxes/oauth/owners.ts'
import { addImapMailbox, LeaseLost, readMailbox, removeMailbox } from '../mailboxes/store.ts'
import { countBacklog } from '../messages/backlog-store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T10:00:00Z')
const handlers = mailHandlers({
  limitsOf: async () => selfHosted.limits,
  ...{ db, keys: openUserKeys(newKey(), systemClock.now), outside: openOutside({ allow: [], loopback: true }) },
  ...{ say: loadWords().of('mail'), domain: 'in.example.com', dns: null },
})

async function mailbox() {
  const [userId, id] = [randomUUID(), randomUUID()]
  const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  await addImapMailbox(db, userId, { id, address: 'anna@example.com', settings, secret: Buffer.from('x'), now })
  return { userId, id }
}

/** Keeps mail of an absence; `meanwhile` begins when the mailbox is locked, and its folder is not yet. */
async function keeping({ userId, id }: { userId: string; id: string }, meanwhile: () => Promise<unknown>) {
  let begun: Promise<unknown> = Promise.resolve()
  const kept = db.transaction().execute(async tx => {
    await countBacklog(tx, userId, id, 1, 1, now)
    begun = meanwhile()
    await waiting()
    await moveCursor(tx, userId, { id, leaseToken: 0 }, 'INBOX', { cursor: { uidValidity: 1, uidNext: 2 }, at: now, mailAt: now })
  })
  await kept
  await begun
}

/** Until somebody waits for a lock. */
async function waiting() {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]?.n) return
    await sleep(5)
  }
}

test('a mailbox is removed while mail of it is kept', async () => {
  const box = await mailbox()
  await keeping(box, () => removeMailbox(db, box.userId, box.id))
  expect(await readMailbox(db, box.userId, box.id)).toBeUndefined()
  expect(await listFolders(db, box.userId, [box.id])).toEqual([])
})

test('other folders are chosen while mail of a mailbox is kept', async () => {
  const box = await mailbox()
  const ask = { userId: box.userId, params: { id: box.id }, body: { folders: ['INBOX', 'Bills'], start: 'week' as const } }
  // A handler needs no more of a request than who asks for what.
  await keeping(box, () => handlers.change(ask as unknown as Parameters<typeof handlers.change>[0]))
  expect((await listFolders(db, box.userId, [box.id])).map(f => [f.name, f.uid_next])).toEqual([
    ['INBOX', null],
    ['Bills', null],
  ])
  await expect(
    moveCursor(db, box.userId, { id: box.id, leaseToken: 0 }, 'INBOX', { cursor: { uidValidity: 1, uidNext: 3 }, at: null, mailAt: null }),
  ).rejects.toThrow(LeaseLost)
})

test('a mailbox is removed while its tokens are renewed', async () => {
  const { userId, id } = await mailbox()
  await db.insertInto('mailbox_token_locks').values({ user_id: userId, mailbox_id: id }).execute()
  const lease = await beginRenewal(db, userId, id)
  const renewal = lease !== null && lease !== 'busy' ? lease.renewal : ''
  const saved = endRenewal(db, userId, id, renewal, { secret: Buffer.from('new'), renewAt: null })
  await Promise.all([saved, removeMailbox(db, userId, id)])
  expect(await readMailbox(db, userId, id)).toBeUndefined()
})
