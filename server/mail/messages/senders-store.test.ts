// Tests a mailbox's known senders on a real database: sealed, separate per mailbox, and deleted with it.
import { expect, test } from 'vitest'
import type { KnownSenders } from '../../../core/message/sender-check/known-senders.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { addAddressMailbox, removeMailbox } from '../mailboxes/store.ts'
import { readSenders, saveSenders } from './senders-store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T10:00:00Z')
const key = newKey()
const one: KnownSenders = { domains: [{ domain: 'northgale.example', emails: 3, day: 1 }], names: [] }
const save = (userId: string, id: string, known = one) => db.transaction().execute(tx => saveSenders(tx, userId, key, id, known, now))

async function newMailbox(userId = newId(now)) {
  const id = newId(now)
  await addAddressMailbox(db, userId, id, `${id}@in.example`, now)
  return { userId, id }
}

test('the last write is read, with the address of each of the user’s mailboxes', async () => {
  const { userId, id } = await newMailbox()
  const other = await newMailbox(userId)
  await newMailbox()
  await save(userId, id, { domains: [], names: [] })
  await save(userId, id)
  const read = await readSenders(db, userId, key)
  expect(read.toSorted((a, b) => (a.mailboxId < b.mailboxId ? -1 : 1))).toEqual(
    [
      { mailboxId: id, address: `${id}@in.example`, known: one },
      { mailboxId: other.id, address: `${other.id}@in.example`, known: { domains: [], names: [] } },
    ].toSorted((a, b) => (a.mailboxId < b.mailboxId ? -1 : 1)),
  )
})

test('senders can’t be read without the key, nor moved to another mailbox', async () => {
  const { userId, id } = await newMailbox()
  const other = await newMailbox(userId)
  await save(userId, id)
  const [row] = await db.selectFrom('mailbox_senders').selectAll().where('mailbox_id', '=', id).execute()
  expect(row?.sealed.toString('latin1')).not.toContain('northgale')
  await expect(readSenders(db, userId, newKey())).rejects.toThrow()
  await db.updateTable('mailbox_senders').set({ mailbox_id: other.id }).where('mailbox_id', '=', id).execute()
  await expect(readSenders(db, userId, key)).rejects.toThrow()
})

test('senders are deleted with their mailbox, and not written for a removed one', async () => {
  const { userId, id } = await newMailbox()
  await save(userId, id)
  await removeMailbox(db, userId, id)
  await save(userId, id)
  expect(await db.selectFrom('mailbox_senders').selectAll().where('user_id', '=', userId).execute()).toEqual([])
})
