// Tests the email about undelivered messages, from sealed mail in PostgreSQL to its text.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { keepMail } from '../../../test/kept-mail.ts'
import type { UndeliveredEmail } from '../../delivery/replan/replan.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openMailer } from '../../foundation/mailer.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { undeliveredWriter } from './undelivered.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const keys = openUserKeys(newKey(), () => now)
const log = openLog('silent')
const outside = openOutside({ allow: [], loopback: true })
const mailer = openMailer({ db, master: newKey(), outside, now: () => now, from: 'hello@example.com', relay: null, log })
const publicUrl = 'https://mailferry.example'
const write = undeliveredWriter({ keys, publicUrl, mailer, log })

async function person(email: string | null = `${randomUUID()}@example.com`) {
  const id = randomUUID()
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: email === null }
  await db
    .insertInto('users')
    .values({ id, email, ...json, created_at: now, updated_at: now })
    .execute()
  return {
    id,
    tell: (undelivered: UndeliveredEmail[]) => db.transaction().execute(tx => write(tx, id, undelivered)),
    letters: async () => (await mailer.listNewest(100)).filter(letter => letter.to === email),
  }
}

async function message(userId: string, name: string, subject: string): Promise<UndeliveredEmail> {
  const view = plainView({ from: [{ name, address: 'ann@example.com' }], subject, body: 'The whole secret.' })
  const messageId = await keepMail(db, await keys.contentKeyOf(db, userId), userId, view, now)
  return { messageId, filterId: null, redact: null, phone: 'Work phone' }
}

test('an email about one message names its sender and subject, links to its page, and shows no text', async () => {
  const anna = await person()
  const mailbox = await message(anna.id, 'Ann Example', 'Invoice 42')
  expect(await anna.tell([mailbox])).toBe(true)
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Work phone didn’t get: Invoice 42')
  expect(letter?.text).toContain('Ann Example: Invoice 42')
  expect(letter?.text).toContain(`Read this email:\n${publicUrl}/forwarded-emails/${mailbox.messageId}`)
  expect(JSON.stringify(letter)).not.toContain('secret')
  expect(letter?.headers).toEqual({})
})

test('many messages of one phone are reported in one email that names fifty', async () => {
  const anna = await person()
  const mailbox = await message(anna.id, '', '')
  await anna.tell(Array.from({ length: 60 }, () => mailbox))
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Work phone didn’t get 60 emails')
  expect(letter?.text.match(/ann@example\.com: \(no subject\)/g)).toHaveLength(50)
  expect(letter?.text).toContain('10 more are in your list.')
  expect(letter?.text).toContain(`${publicUrl}/forwarded-emails\n`)
})

test('what is redacted on the phone is redacted in the email', async () => {
  const anna = await person()
  const mailbox = await message(anna.id, 'Bank', 'Your code is 482913')
  await anna.tell([{ ...mailbox, redact: { what: ['codes'], patterns: [] } }])
  expect(JSON.stringify(await anna.letters())).not.toContain('482913')
})

test('messages of two phones are reported in two emails, and erased ones are reported as erased', async () => {
  const anna = await person()
  const mailbox = await message(anna.id, 'Ann', 'Lunch')
  await anna.tell([mailbox, { ...mailbox, messageId: newId(now), phone: 'Old phone' }])
  const letters = await anna.letters()
  expect(letters.map(letter => letter.subject).toSorted()).toEqual([
    'Old phone didn’t get: (no longer stored)',
    'Work phone didn’t get: Lunch',
  ])
})

test('a user without an email address gets no email', async () => {
  const nobody = await person(null)
  expect(await nobody.tell([await message(nobody.id, 'Ann', 'Lunch')])).toBe(false)
})
