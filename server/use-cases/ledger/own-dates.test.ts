// Tests that lists, sums and trials go by the own date of an email, not by when we read it.
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { idTimes } from '../../../core/mailbox/own-dates.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { saveOnce } from '../../mail/messages/store.ts'
import { contentHash, imapSourceKey } from '../../mail/parsing/arrived.ts'
import { listMessages } from './messages.ts'
import { listPastMessages } from './past-messages.ts'
import { countMessages } from './sum.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-23T09:26:37Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const all = { state: 'all' as const, before: null, limit: 10 }

/** All were read now, in the order of their UIDs. */
async function catchUp(userId: string, dates: (Date | null)[]): Promise<string[]> {
  const times = idTimes(dates.map(date => date ?? now))
  const messages = dates.map((datedAt, uid) => {
    const raw = Buffer.from(`Subject: ${uid}\r\n\r\n`)
    const place = { userId, mailboxId: userId, kind: 'imap' as const, folder: 'INBOX', uid, uidValidity: 1 }
    const of = { raw, reduced: null, sizeBytes: raw.length, contentHash: contentHash(raw, raw.length), arrivedAt: now, datedAt }
    const arrived = { ...place, ...of, sourceKey: imapSourceKey('INBOX', 1, uid) }
    return { id: newId(times[uid] ?? now), arrived, view: plainView({ subject: String(uid) }) }
  })
  await db.transaction().execute(tx => saveOnce(tx, userId, newKey(), messages))
  return messages.map(({ id }) => id)
}

test('email that was caught up is listed under its own date, and those of one second in the order of their server', async () => {
  const userId = newId(now)
  const [oldest, newest, twin, live] = await catchUp(userId, [hoursAgo(60), hoursAgo(2), hoursAgo(2), null])
  const rows = await listMessages(db, userId, all)
  expect(rows.map(({ id }) => id)).toEqual([live, twin, newest, oldest])
  expect(rows.map(({ dated_at }) => dated_at)).toEqual([now, hoursAgo(2), hoursAgo(2), hoursAgo(60)])
  expect(rows.map(({ arrived_at }) => arrived_at)).toEqual([now, now, now, now])
  const dayBefore = await listMessages(db, userId, { ...all, since: hoursAgo(72), until: hoursAgo(24) })
  expect(dayBefore.map(({ id }) => id)).toEqual([oldest])
  const past = await listPastMessages(db, userId, null, 10)
  expect(past.map(({ datedAt }) => datedAt)).toEqual([now, hoursAgo(2), hoursAgo(2), hoursAgo(60)])
})

test('email that was caught up counts on its own day', async () => {
  const userId = newId(now)
  await catchUp(userId, [hoursAgo(60), hoursAgo(30), hoursAgo(2), null])
  expect((await countMessages(db, userId, hoursAgo(24))).sum.arrived).toBe(2)
  const { perMailbox } = await countMessages(db, userId, hoursAgo(72), { days: 3 })
  expect(perMailbox.map(({ daily }) => daily)).toEqual([[1, 1, 2]])
})
