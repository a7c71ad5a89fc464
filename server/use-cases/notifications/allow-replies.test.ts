// Tests on PostgreSQL who is asked by email to sign in again so that replies can be sent: once, and only where it helps.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openEmailPreferences } from '../../account/email-preferences/unsubscribe-links.ts'
import type { RowUpdate } from '../../foundation/db/tables.ts'
import { openLog } from '../../foundation/log.ts'
import { openMailer } from '../../foundation/mailer.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import { askToAllowReplies } from './allow-replies.ts'

const { db } = await testDatabase()
const master = newKey()
const publicUrl = 'https://mailferry.example'
const log = openLog('silent')
const now = new Date('2026-11-22T10:00:00Z')
const outside = openOutside({ allow: [], loopback: true })
const mailer = openMailer({ db, master, outside, now: () => now, from: 'hello@example.com', relay: null, log })
const ask = () =>
  askToAllowReplies({ db, log, machine: { now: () => now }, publicUrl, mailer, notices: openEmailPreferences({ master, publicUrl }) })

async function personWith(change: RowUpdate<'mailboxes'>) {
  const [userId, id] = [randomUUID(), newId(now)]
  const email = `${userId}@example.com`
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: false }
  await db
    .insertInto('users')
    .values({ id: userId, email, ...json, created_at: now, updated_at: now })
    .execute()
  const settings = { host: 'outlook.office365.com', port: 993, security: 'tls' as const, username: 'anna' }
  await addImapMailbox(db, userId, { id, address: 'anna@outlook.com', settings, secret: Buffer.alloc(0), now })
  await db
    .updateTable('mailboxes')
    .set({ state: 'live', ...change })
    .where('id', '=', id)
    .execute()
  return { id, emails: async () => (await mailer.listNewest(100)).filter(letter => letter.to === email) }
}

test('a user who connected a Microsoft account before we asked for sending is asked once', async () => {
  const before = await personWith({ sign_in: 'oauth2', provider: 'outlook-com' })
  const others = [
    await personWith({ sign_in: 'oauth2', provider: 'outlook-com', may_send: true }),
    await personWith({ sign_in: 'oauth2', provider: 'gmail' }),
    await personWith({ sign_in: 'password', provider: 'microsoft-365' }),
    await personWith({ sign_in: 'oauth2', provider: 'microsoft-365', state: 'paused' }),
  ]
  expect(await ask()).toBe(false)
  await ask()
  const [email, ...more] = await before.emails()
  expect(more).toEqual([])
  expect(email?.subject).toBe('Sign in again to reply from anna@outlook.com')
  expect(email?.text).toContain(`${publicUrl}/email-accounts/${before.id}`)
  for (const other of others) expect(await other.emails()).toEqual([])
})
