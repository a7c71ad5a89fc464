// Tests reading what forwarding depends on from a real database.
import { expect, test } from 'vitest'
import { initialDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import { readContext } from './context-store.ts'

const { db } = await testDatabase()
const settings = { host: 'mail.example.com', port: 993, security: 'tls' as const, username: 'anna' }
const now = new Date('2026-11-20T10:00:00Z')

async function personWithBox(address: string) {
  const [userId, id] = [newId(now), newId(now)]
  await addImapMailbox(db, userId, { id, address, settings, secret: Buffer.alloc(0), now })
  return { userId, id }
}

const quiet = { from: '22:00', to: '07:00', then: 'hold' }

test('a mailbox has its user’s time zone, or UTC where none was chosen', async () => {
  const [anna, ben] = [await personWithBox('anna@example.com'), await personWithBox('ben@example.com')]
  await db
    .insertInto('settings')
    .values({
      ...{ user_id: anna.userId, language: 'en', time_zone: 'Asia/Tokyo', retention_days: 30, updated_at: now },
      ...{ quiet: JSON.stringify(quiet), digest_at: '06:30' },
    })
    .execute()
  expect((await readContext(db, anna.userId, [anna.id])).mailboxes).toEqual(
    new Map([
      [
        anna.id,
        {
          habits: { timeZone: 'Asia/Tokyo', quiet, digestAt: '06:30' },
          mailbox: { address: 'anna@example.com', kind: 'imap' },
          preferences: { backlog: 'forward', forwardsCopies: false },
          absence: null,
        },
      ],
    ]),
  )
  expect((await readContext(db, ben.userId, [ben.id])).mailboxes.get(ben.id)?.habits).toEqual(initialDeliveryDefaults)
})

test('a removed mailbox, or another user’s, has no entry', async () => {
  const [anna, ben] = [await personWithBox('anna@example.com'), await personWithBox('ben@example.com')]
  expect(await readContext(db, anna.userId, [ben.id, newId(now)])).toEqual({ filtersVersion: 0, destinations: [], mailboxes: new Map() })
})
