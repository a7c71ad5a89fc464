// Tests the console's health page on the entire product, for administrators only.
import { expect, test } from 'vitest'
import { getHealthApi } from '../../../../core/api/health.ts'
import * as mail from '../../../../core/api/mail.ts'
import { testDatabase } from '../../../../test/database.ts'
import { addFilter, linkPhone, runProduct, sendMail, signUp, untilMessageState } from '../../../../test/running.ts'
import { administrate } from '../../../account/administrators.ts'
import { readHealthFacts } from './facts.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url)

test('administrators see the health figures, and others are refused', async () => {
  const olga = await signUp(product, 'olga')
  expect(await olga.try('GET', '/api/admin/health')).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  const { address } = await olga.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, olga, '15550104001')
  await addFilter(olga, 'invoice')
  await sendMail(product, address, { subject: 'An invoice' })
  await sendMail(product, address, { subject: 'A newsletter' })
  await untilMessageState(olga, 'An invoice', 'forwarded')
  await untilMessageState(olga, 'A newsletter', 'not_matched')
  await administrate(db, ['add', olga.email], new Date())
  const health = await olga.ask(getHealthApi, 'GET', '/api/admin/health')
  expect(health.figures).toEqual({ people: 1, mailboxes: 1, phones: 1, arrived: 2, forwarded: 1, failed: 0 })
  expect(health.parts.map(({ part, state }) => `${part} ${state}`)).toEqual([
    ...['database ok', 'smtp ok', 'mailboxes ok', 'delivery ok', 'whatsapp ok', 'letters off'],
  ])
  expect(health.parts[1]?.found).toContain(String(product.smtpPort()))
  expect(health.hosts).toEqual([expect.objectContaining({ isThis: true, roles: ['web', 'mail', 'delivery'] })])
  expect(health.versions).toMatchObject({ mode: 'sandbox', node: process.versions.node })
})

test('unwatched mailboxes, overdue lanes and late system emails are found', async () => {
  // The hosts of the product that runs would take up what is written here.
  const { db } = await testDatabase()
  const now = new Date()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const [user_id, id] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const row = {
    user_id,
    id,
    kind: 'imap' as const,
    address: 'a@example.com',
    settings: '{}',
    state: 'live' as const,
    created_at: ago(9),
    lease_token: '0',
  }
  await db.insertInto('mailboxes').values(row).execute()
  const lane = { user_id, destination_id: id, tokens: 1, refilled_at: now, next_at: ago(4) }
  await db.insertInto('lanes').values(lane).execute()
  const letter = { id, sealed_email: Buffer.from(''), due_at: now, created_at: ago(20) }
  await db.insertInto('outbox').values(letter).execute()
  expect(await readHealthFacts(db, now)).toMatchObject({ unwatched: 1, dueSince: ago(4), systemEmails: { late: 1 } })
  await db
    .insertInto('mailbox_hosts')
    .values({ host: 'mail-2', until: new Date(now.getTime() + 60_000) })
    .execute()
  await db.updateTable('mailboxes').set({ lease_host: 'mail-2' }).where('id', '=', id).execute()
  const facts = await readHealthFacts(db, now)
  expect(facts.unwatched).toBe(0)
  expect(facts.hosts).toContainEqual({ name: 'mail-2', mailboxes: 1, lanes: 0 })
})
