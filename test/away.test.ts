// Tests emails in two mailboxes, and email that arrives while a mailbox is disconnected, end to end on a real mail server.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from './dovecot.ts'
import {
  addFilter,
  applyToPast,
  linkPhone,
  type Person,
  patience,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'

const skips = skipWithoutDovecot()
const dovecot: Dovecot | null = skips ? null : await startDovecot()
const { url, db } = await testDatabase()
const product = await runProduct(url, { OUTSIDE_ALLOW: `127.0.0.1:${dovecot?.imapPort ?? 143}` })
afterAll(() => dovecot?.stop())

const phone = '15550103201'
const raw = (subject: string) =>
  Buffer.from(
    `Message-ID: <${subject.replaceAll(' ', '.')}@example.net>\r\nDate: Sun, 22 Nov 2026 10:00:00 +0000\r\nFrom: Billing <billing@example.net>\r\nTo: maya@example.com\r\nSubject: ${subject}\r\n\r\nPlease pay.\r\n`,
  )

// Each test goes on where the one before it ended, as the person's days do.
describe.skipIf(skips)('a person with two mailboxes', () => {
  let maya: Person
  let id: string
  let address: string
  beforeAll(async () => {
    dovecot?.addUser('maya', 'secret')
    maya = await signUp(product, 'maya')
    await linkPhone(product, maya, phone)
    await addFilter(maya, 'harbour')
    const place = { host: '127.0.0.1', port: dovecot?.imapPort ?? 0, security: 'none', username: 'maya', password: 'secret' }
    id = (await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'imap', address: 'maya@example.com', ...place })).id
    address = (await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
    await untilState('live')
  })

  const untilState = (state: string) =>
    vi.waitFor(async () => {
      const { items } = await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
      expect(items.find(one => one.id === id)?.state).toBe(state)
    }, patience)
  const lines = async (subject: string) =>
    (await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages?limit=100')).items.filter(line => line.subject === subject)
  const onPhone = async (subject: string) => (await textsOn(product, phone)).filter(text => text.includes(subject)).length
  const change = (body: unknown) => maya.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${id}`, body)

  test('gets an email that arrived in both only once, and sees why', async () => {
    await sendMail(product, address, { raw: raw('The harbour 1') })
    await untilMessageState(maya, 'The harbour 1', 'forwarded')
    await dovecot?.deliver('maya', raw('The harbour 1'))
    await vi.waitFor(
      async () => expect((await lines('The harbour 1')).map(line => line.state).toSorted()).toEqual(['forwarded', 'suppressed']),
      patience,
    )
    const copy = (await lines('The harbour 1')).find(line => line.state === 'suppressed')
    expect([copy?.mailboxId, copy?.reason]).toEqual([
      id,
      expect.stringContaining('came to another of your accounts or folders first'),
    ])
    expect(await onPhone('The harbour 1')).toBe(1)
  })

  test('does not get the copy when a filter is applied to past messages', async () => {
    const filter = await addFilter(maya, '1', 'Numbers')
    expect(await applyToPast(maya, filter.id)).toMatchObject({ enqueued: 0, held: 0 })
  })

  test('has it from both where the mailbox forwards copies', async () => {
    await change({ forwardsCopies: true })
    await sendMail(product, address, { raw: raw('The harbour 2') })
    await untilMessageState(maya, 'The harbour 2', 'forwarded')
    await dovecot?.deliver('maya', raw('The harbour 2'))
    await vi.waitFor(async () => expect(await onPhone('The harbour 2')).toBe(2), patience)
  })

  test('does not get what arrived while the mailbox was disconnected, as they chose, but finds it in the list', async () => {
    await change({ backlog: 'note' })
    await change({ paused: true })
    const since = new Date(Date.now() - 20 * 60_000)
    await vi.waitFor(async () => expect((await mailbox()).lease_host).toBe(null), patience)
    await db.updateTable('mailboxes').set({ last_alive_at: since }).where('id', '=', id).execute()
    await dovecot?.deliver('maya', raw('The harbour 3'))
    await dovecot?.deliver('maya', raw('Elsewhere 3'))
    // Mail servers date in whole seconds, and the absence ends when the mailbox is taken up.
    await new Promise(done => setTimeout(done, 1100))
    await change({ paused: false })
    const away = await untilMessageState(maya, 'The harbour 3', 'suppressed')
    expect(away.reason).toContain('arrived while its account was offline')
    await untilMessageState(maya, 'Elsewhere 3', 'not_matched')
    expect(await mailbox()).toMatchObject({ away_since: since, backlog_arrived: 2, backlog_matched: 1 })
    await untilState('live')
    await dovecot?.deliver('maya', raw('The harbour 4'))
    await untilMessageState(maya, 'The harbour 4', 'forwarded')
    expect(await onPhone('The harbour 3')).toBe(0)
  })

  test('sees in the log of the mailbox what happened and what they chose', async () => {
    const { items } = await maya.ask(mail.listMailboxEventsApi, 'GET', `/api/mailboxes/${id}/events`)
    expect(items.map(event => event.kind)).toEqual([
      'connected',
      'resumed',
      'paused',
      'backlog_chosen',
      'copies_chosen',
      'connected',
      'added',
    ])
  })

  const mailbox = () => db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
})
