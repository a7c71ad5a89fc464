// The letter about mails that a phone did not get, from sealed mail in PostgreSQL to what its person reads.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { keepMail } from '../../../test/kept-mail.ts'
import type { UndeliveredEmail } from '../../delivery/replan/replan.ts'
import { openPersonKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openMailer } from '../../foundation/mailer.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { undeliveredWriter } from './undelivered.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const keys = openPersonKeys(newKey(), () => now)
const log = openLog('silent')
const outside = openOutside({ allow: [], loopback: true })
const mailer = openMailer({ db, master: newKey(), outside, now: () => now, from: 'hello@example.com', relay: null, log })
const publicUrl = 'https://mailferry.example'
const write = undeliveredWriter({ keys, publicUrl, mailer })

async function person(email: string | null = `${randomUUID()}@example.com`) {
  const id = randomUUID()
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: email === null }
  await db
    .insertInto('users')
    .values({ id, email, ...json, created_at: now, updated_at: now })
    .execute()
  return {
    id,
    tell: (mails: UndeliveredEmail[]) => db.transaction().execute(tx => write(tx, id, mails)),
    letters: async () => (await mailer.kept(100)).filter(letter => letter.to === email),
  }
}

async function mail(userId: string, name: string, subject: string): Promise<UndeliveredEmail> {
  const view = plainView({ from: [{ name, address: 'ann@example.com' }], subject, body: 'The whole secret.' })
  const messageId = await keepMail(db, await keys.contentKeyOf(db, userId), userId, view, now)
  return { messageId, filterId: null, redact: null, phone: 'Work phone' }
}

test('one mail is told with its sender and subject, leads to its page, and shows nothing of its text', async () => {
  const anna = await person()
  const one = await mail(anna.id, 'Ann Example', 'Invoice 42')
  expect(await anna.tell([one])).toBe(true)
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Work phone did not get: Invoice 42')
  expect(letter?.text).toContain('Ann Example: Invoice 42')
  expect(letter?.text).toContain(`Read this mail:\n${publicUrl}/forwarded-emails/${one.messageId}`)
  expect(JSON.stringify(letter)).not.toContain('secret')
  expect(letter?.headers).toEqual({})
})

test('many mails of one phone make one letter, of which fifty are named', async () => {
  const anna = await person()
  const one = await mail(anna.id, '', '')
  await anna.tell(Array.from({ length: 60 }, () => one))
  const [letter, ...others] = await anna.letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Work phone did not get 60 mails')
  expect(letter?.text.match(/ann@example\.com: \(no subject\)/g)).toHaveLength(50)
  expect(letter?.text).toContain('10 more are in your list.')
  expect(letter?.text).toContain(`${publicUrl}/forwarded-emails\n`)
})

test('what is blacked out on the phone is blacked out in the letter', async () => {
  const anna = await person()
  const one = await mail(anna.id, 'Bank', 'Your code is 482913')
  await anna.tell([{ ...one, redact: { what: ['codes'], patterns: [] } }])
  expect(JSON.stringify(await anna.letters())).not.toContain('482913')
})

test('mails of two phones make two letters, and what is not kept any more says so', async () => {
  const anna = await person()
  const one = await mail(anna.id, 'Ann', 'Lunch')
  await anna.tell([one, { ...one, messageId: newId(now), phone: 'Old phone' }])
  const letters = await anna.letters()
  expect(letters.map(letter => letter.subject).toSorted()).toEqual([
    'Old phone did not get: (not kept any more)',
    'Work phone did not get: Lunch',
  ])
})

test('who has no address is not written to', async () => {
  const nobody = await person(null)
  expect(await nobody.tell([await mail(nobody.id, 'Ann', 'Lunch')])).toBe(false)
})
