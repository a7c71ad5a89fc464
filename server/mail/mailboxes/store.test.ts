// Tests that emails are saved once, sealed, for their owner only, and for as long as the owner wants.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { halfHourOf } from '../../../core/mailbox/pulse.ts'
import type { MailView } from '../../../core/message/view.ts'
import { testDatabase } from '../../../test/database.ts'
import { readRawMessages, saveRawMessage } from '../../files/raw-message-store.ts'
import { dropRawMessages } from '../../files/raw-messages-owners.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { messageKeysOf } from '../../foundation/db/message-keys.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { eraseExpired } from '../erasing/owners.ts'
import { type NewMessage, readHeads, readView, saveOnce } from '../messages/store.ts'
import { type Arrived, contentHash, imapSourceKey, smtpSourceKey } from '../parsing/arrived.ts'
import { giveAddress } from './addresses.ts'
import { forgetNumbering, moveCursor } from './folders/store.ts'
import { claimMailboxes, findAddressOwner, findLostLeases, releaseLeases, renewLeases } from './owners.ts'
import { addImapMailbox, changeMailbox, LeaseLost, listMailboxes, readMailbox, removeMailbox, setMailboxState } from './store.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-02T10:00:00Z')
const keys = openUserKeys(newKey(), () => start)
const passed = { cursor: { uidValidity: 1, uidNext: 9 }, at: null, mailAt: start }
const hourMs = 3_600_000
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

test('a message is saved once per location', async () => {
  const box = newBox()
  expect(await save(box, [imap(box, 1, 'a'), imap(box, 2, 'a')])).toEqual([true, true])
  expect(await save(box, [imap(box, 1, 'a'), imap(box, 2, 'a'), imap(box, 3, 'a')])).toEqual([false, false, true])
})

test('a message records whether its sender was new, if that is known', async () => {
  const box = newBox()
  const mails = [{ ...imap(box, 1, 'a'), isFirstTimeSender: true }, { ...imap(box, 2, 'b'), isFirstTimeSender: false }, imap(box, 3, 'c')]
  await save(box, mails)
  const rows = await db.selectFrom('messages').select(['id', 'first_time_sender']).where('user_id', '=', box.userId).execute()
  const kept = new Map(rows.map(row => [row.id, row.first_time_sender]))
  expect(mails.map(({ id }) => kept.get(id))).toEqual([true, false, null])
})

test('under a new UIDVALIDITY every saved message matches one copy', async () => {
  const box = newBox()
  await save(box, [imap(box, 1, 'a'), imap(box, 2, 'b')])
  expect(await save(box, [imap(box, 7, 'a', 2), imap(box, 8, 'a', 2), imap(box, 9, 'b', 2), imap(box, 10, 'c', 2)])).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(await save(box, [imap(box, 7, 'a', 2), imap(box, 8, 'a', 2)])).toEqual([false, false])
  const rows = await db
    .selectFrom('messages')
    .select(['uid', 'uid_validity'])
    .where('mailbox_id', '=', box.mailboxId)
    .orderBy('uid')
    .execute()
  expect(rows).toEqual([7, 8, 9, 10].map(uid => ({ uid: String(uid), uid_validity: '2' })))
})

test('emails with the same sender, second, size and Message-ID are told apart after a renumbering', async () => {
  const box = newBox()
  const named = (uid: number, subject: string, uidValidity: number) => {
    const raw = Buffer.from(`Message-ID: <again@example.com>\r\nFrom: b@example.com\r\nSubject: ${subject}\r\n\r\n${subject}`)
    const mail = imap(box, uid, subject, uidValidity)
    return { ...mail, arrived: { ...mail.arrived, raw, sizeBytes: raw.length, contentHash: contentHash(raw, raw.length) } }
  }
  await save(box, [named(1, 'one', 1)])
  // The one that came last is listed first.
  expect(await save(box, [named(1, 'two', 2), named(2, 'one', 2)])).toEqual([true, false])
})

test('after UIDs are cleared, they may belong to other emails', async () => {
  const box = newBox()
  const [mailbox] = await leased(box)
  await save(box, [imap(box, 1, 'a'), imap(box, 2, 'b')])
  await forgetNumbering(db, box.userId, { id: box.mailboxId, leaseToken: mailbox?.leaseToken ?? 0 }, 'INBOX')
  expect(await save(box, [imap(box, 1, 'a'), imap(box, 2, 'new')])).toEqual([false, true])
})

test('an email to an address counts as repeated for a day, and as new after that', async () => {
  const box = newBox()
  expect(await save(box, [smtp(box, 'x', start)])).toEqual([true])
  expect(await save(box, [smtp(box, 'x', later(23)), smtp(box, 'y', later(23)), smtp(box, 'y', later(23))])).toEqual([false, true, false])
  expect(await save(box, [smtp(box, 'x', later(25))])).toEqual([true])
  expect(await save(box, [smtp(box, 'x', later(26))])).toEqual([false])
})

test('two transactions that save the same email at once save it once', async () => {
  const box = newBox()
  const results = await Promise.all(Array.from({ length: 5 }, () => save(box, [smtp(box, 'same', start)])))
  expect(results.flat().filter(Boolean)).toHaveLength(1)
})

test('saved content is sealed, and opens for its owner alone', async () => {
  const box = newBox()
  const other = newBox()
  const message = imap(box, 1, 'secret words')
  await save(box, [message])
  const row = await db.selectFrom('messages').selectAll().where('id', '=', message.id).executeTakeFirstOrThrow()
  expect(Buffer.concat([row.head ?? Buffer.alloc(0), row.view ?? Buffer.alloc(0)]).includes('secret words')).toBe(false)
  expect((await readView(db, box.userId, keys, message.id))?.subject).toBe('secret words')
  expect(await readView(db, other.userId, keys, message.id)).toBeNull()
  expect((await readHeads(db, other.userId, keys, [message.id])).size).toBe(0)
  await db.updateTable('messages').set({ user_id: other.userId }).where('id', '=', message.id).execute()
  await expect(readView(db, other.userId, keys, message.id)).rejects.toThrow()
})

test('no function for one user reaches another user’s mailbox', async () => {
  const box = newBox()
  const { userId } = newBox()
  await leased(box)
  const id = box.mailboxId
  expect(await readMailbox(db, userId, id)).toBeUndefined()
  expect(await listMailboxes(db, userId)).toEqual([])
  expect(await changeMailbox(db, userId, id, { paused: true })).toBeUndefined()
  expect(await removeMailbox(db, userId, id)).toBe(false)
  await expect(moveCursor(db, userId, { id, leaseToken: 1 }, 'INBOX', passed)).rejects.toThrow(LeaseLost)
  await saveRawMessage(db, box.userId, await keys.contentKeyOf(db, box.userId), id, Buffer.from('raw'), start)
  expect(await readRawMessages(db, userId, await keys.contentKeyOf(db, userId), [id])).toEqual([])
  await dropRawMessages(db, messageKeysOf(userId, [id]))
  const [kept] = await readRawMessages(db, box.userId, await keys.contentKeyOf(db, box.userId), [id])
  expect(kept?.bytes.toString()).toBe('raw')
})

test('a lease goes to one host, and a host that lost it can’t write', async () => {
  const box = newBox()
  const [first] = await leased(box, 'one')
  expect(await leased(box, 'two')).toEqual([])
  const mine = { userId: box.userId, id: box.mailboxId, leaseToken: first?.leaseToken ?? 0, aliveAt: later(1) }
  expect((await renewLeases(db, 'one', [mine], hourMs)).renewed).toEqual(new Set([box.mailboxId]))
  expect((await readMailbox(db, box.userId, box.mailboxId))?.last_alive_at).toEqual(later(1))
  await endLease(box)
  const [second] = await leased(box, 'two')
  expect(second?.leaseToken).toBe(mine.leaseToken + 1)
  expect(await findLostLeases(db, 'one', [mine])).toEqual(new Set([box.mailboxId]))
  expect(await renewLeases(db, 'one', [mine], hourMs)).toEqual({ renewed: new Set(), skipped: new Set() })
  await expect(moveCursor(db, box.userId, mine, 'INBOX', passed)).rejects.toThrow(LeaseLost)
  await expect(setMailboxState(db, box.userId, mine, 'waiting', 'closed', later(5))).rejects.toThrow(LeaseLost)
  await releaseLeases(db, 'one', [mine])
  expect((await readMailbox(db, box.userId, box.mailboxId))?.lease_host).toBe('two')
})

test('a mailbox is down from its first failure until it is live again, however often it fails', async () => {
  const box = newBox()
  const [lease] = await leased(box)
  const mine = { id: box.mailboxId, leaseToken: lease?.leaseToken ?? 0 }
  const downSince = async () => (await readMailbox(db, box.userId, box.mailboxId))?.down_since
  await setMailboxState(db, box.userId, mine, 'waiting', 'closed', later(1))
  await setMailboxState(db, box.userId, mine, 'waiting', 'timeout', later(2))
  expect(await downSince()).toEqual(later(1))
  await setMailboxState(db, box.userId, mine, 'live', null, later(3))
  expect(await downSince()).toBeNull()
})

test('a sign of life sets the bit of its half hour, and 48 of them are stored', async () => {
  const box = newBox()
  const [lease] = await leased(box)
  const heard = async (hours: number) => {
    const mine = { userId: box.userId, id: box.mailboxId, leaseToken: lease?.leaseToken ?? 0, aliveAt: later(hours) }
    await renewLeases(db, 'one', [mine], hourMs)
    const row = await readMailbox(db, box.userId, box.mailboxId)
    return [BigInt(row?.pulse ?? 0).toString(2), Number(row?.pulse_half) - halfHourOf(start)]
  }
  expect(await heard(0)).toEqual(['1', 0])
  expect(await heard(0.1)).toEqual(['1', 0])
  expect(await heard(1)).toEqual(['101', 2])
  expect(await heard(0.5)).toEqual(['101', 2])
  expect(await heard(24)).toEqual([`101${'0'.repeat(45)}1`.slice(-48).replace(/^0+/, ''), 48])
  expect(await heard(90)).toEqual(['1', 180])
})

test('a mailbox that needs its user, or is paused, is not watched', async () => {
  const [needy, paused] = [newBox(), newBox()]
  const [lease] = await leased(needy)
  await setMailboxState(
    db,
    needy.userId,
    { id: needy.mailboxId, leaseToken: lease?.leaseToken ?? 0 },
    'needs_you',
    'wrong_password',
    later(1),
  )
  await leased(paused)
  await changeMailbox(db, paused.userId, paused.mailboxId, { paused: true })
  expect(await changeMailbox(db, paused.userId, paused.mailboxId, { secret: Buffer.of(1) })).toMatchObject({ state: 'paused' })
  const taken = await claimMailboxes(db, { host: 'any', now: later(1000), leaseMs: 0, most: 1000, mine: false, except: [] })
  expect(taken.map(t => t.id)).not.toContain(needy.mailboxId)
  expect(taken.map(t => t.id)).not.toContain(paused.mailboxId)
})

test('an address belongs to its user, and to nobody once it is removed', async () => {
  const userId = randomUUID()
  const mailbox = await giveAddress(db, userId, 'in.example.com', start)
  expect(mailbox.address).toMatch(/^u-[a-z2-9]{20}@in\.example\.com$/)
  expect(await findAddressOwner(db, mailbox.address.toUpperCase())).toEqual({ userId, mailboxId: mailbox.id, isPaused: false })
  await removeMailbox(db, userId, mailbox.id)
  expect(await findAddressOwner(db, mailbox.address)).toBeNull()
})

test('content is erased after the user’s retention, and the row stays', async () => {
  const [month, day, none, delivering] = [newBox(), newBox(), newBox(), newBox()]
  await retention(day, 1)
  await retention(none, 0)
  await retention(delivering, 0)
  const messages = await Promise.all([month, day, none, delivering].map(async box => ({ box, message: imap(box, 1, 'a') })))
  for (const { box, message } of messages) await save(box, [message])
  await delivery(delivering, messages[3]?.message.id ?? '', 'queued', start)
  await delivery(none, messages[2]?.message.id ?? '', 'read', later(2))
  const dropped: string[] = []
  const sweep = async (hours: number) => {
    await eraseExpired(db, later(hours), 30, 1000, async (_tx, messages) => {
      dropped.push(...messages.map(message => message.userId))
    })
    const views = await Promise.all(messages.map(({ box, message }) => readView(db, box.userId, keys, message.id)))
    return views.map(view => view !== null)
  }
  expect(await sweep(23)).toEqual([true, true, true, true])
  expect(await sweep(25)).toEqual([true, false, true, true])
  expect(await sweep(27)).toEqual([true, false, false, true])
  expect(await sweep(31 * 24)).toEqual([false, false, false, true])
  expect(dropped).toContain(none.userId)
  expect(await save(none, [imap(none, 1, 'a')])).toEqual([false])
})

interface Box {
  userId: string
  mailboxId: string
}

const newBox = (): Box => ({ userId: randomUUID(), mailboxId: randomUUID() })

const endLease = ({ mailboxId }: Box) =>
  db.updateTable('mailboxes').set({ lease_until: sql<Date>`now() - interval '1 second'` }).where('id', '=', mailboxId).execute()

async function leased(box: Box, host = 'one') {
  const settings = { host: 'mail.example.com', port: 993, security: 'tls' as const, username: 'anna' }
  if (!(await readMailbox(db, box.userId, box.mailboxId)))
    await addImapMailbox(db, box.userId, { id: box.mailboxId, address: 'anna@example.com', settings, secret: Buffer.of(1), now: start })
  const taken = await claimMailboxes(db, { host, now: start, leaseMs: hourMs, most: 50, mine: false, except: [] })
  return taken.filter(t => t.id === box.mailboxId)
}

function imap(box: Box, uid: number, text: string, uidValidity = 1): NewMessage {
  const arrived = arrivedOf(box, text, {
    kind: 'imap',
    folder: 'INBOX',
    sourceKey: imapSourceKey('INBOX', uidValidity, uid),
    uidValidity,
    uid,
  })
  return { id: newId(start), arrived, view: viewOf(text) }
}

function smtp(box: Box, text: string, arrivedAt: Date): NewMessage {
  const raw = rawOf(text)
  return {
    id: newId(start),
    arrived: arrivedOf(box, text, { sourceKey: smtpSourceKey('u-a@in.example.com', raw), arrivedAt }),
    view: viewOf(text),
  }
}

const rawOf = (text: string): Buffer => Buffer.from(`Message-ID: <${text}@example.com>\r\nSubject: ${text}\r\n\r\n${text}`)

function arrivedOf(box: Box, text: string, other: Partial<Arrived>): Arrived {
  const raw = rawOf(text)
  const usual = { kind: 'address' as const, sourceKey: '', uidValidity: null, uid: null, reduced: null, arrivedAt: start }
  return { ...box, ...usual, raw, sizeBytes: raw.length, contentHash: contentHash(raw, raw.length), ...other }
}

const viewOf = (subject: string): MailView =>
  plainView({ from: [{ name: 'B', address: 'b@example.com' }], to: [], subject, body: '', sizeBytes: 1 })

/** Which of the messages were new. */
async function save(box: Box, messages: NewMessage[]): Promise<boolean[]> {
  const kept = await db.transaction().execute(async tx => saveOnce(tx, box.userId, await keys.contentKeyOf(tx, box.userId), messages))
  return messages.map(m => kept.has(m.id))
}

test('an email that waits for a digest is kept until a day after it, however short the retention', async () => {
  const box = newBox()
  await retention(box, 1)
  const message = imap(box, 1, 'a')
  await save(box, [message])
  await delivery(box, message.id, 'held', start)
  await db
    .updateTable('deliveries')
    .set({ wait_until: later(72) })
    .where('user_id', '=', box.userId)
    .execute()
  const isKeptAfter = async (hours: number) => {
    await eraseExpired(db, later(hours), 30, 1000, async () => undefined)
    return (await readView(db, box.userId, keys, message.id)) !== null
  }
  expect([await isKeptAfter(30), await isKeptAfter(95), await isKeptAfter(97)]).toEqual([true, true, false])
})

const retention = (box: Box, days: number) =>
  db
    .insertInto('settings')
    .values({ user_id: box.userId, language: 'en', time_zone: 'UTC', retention_days: days, updated_at: start })
    .execute()

const delivery = (box: Box, messageId: string, state: string, at: Date) =>
  db
    .insertInto('deliveries')
    .values({
      user_id: box.userId,
      id: newId(start),
      message_id: messageId,
      destination_id: randomUUID(),
      state,
      attempts: 0,
      usage_month: '2026-11',
      created_at: at,
      updated_at: at,
    })
    .execute()
