// Tests replies on a real Dovecot and SMTP server, from writing to the copy in Sent, checked by another IMAP client.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBlackHole } from '../../../test/black-hole.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openBed } from '../../../test/reply-bed.ts'
import { type SmtpHost, startSmtpHost } from '../../../test/smtp-host.ts'

const { db } = await testDatabase()
const boss = { name: 'Anna Boss', address: 'anna@example.com' }

describe.skipIf(skipWithoutDovecot())('a reply', () => {
  let dovecot: Dovecot
  let smtp: SmtpHost
  beforeAll(async () => {
    dovecot = await startDovecot()
    smtp = await startSmtpHost()
  })
  afterAll(() => Promise.all([dovecot.stop(), smtp.stop()]))
  beforeEach(() => {
    smtp.taken.length = 0
    smtp.next.length = 0
    smtp.onWhole = null
  })

  const asked = async (bed: ReturnType<typeof openBed>, userId: string, messageId: string, text = 'Yes, at ten.') => {
    const planned = await bed.plan(userId, { messageId, text })
    if (planned.kind !== 'asking') throw new Error(`It was ${planned.kind}.`)
    return planned
  }
  const leave = async (bed: ReturnType<typeof openBed>, userId: string, replyId: string) => {
    await bed.confirm(userId, replyId)
    bed.pass(31_000)
    await bed.work()
  }

  test('is sent once after its time to undo, in its thread, with a copy in Sent and the original marked as answered', async () => {
    const bed = openBed(db)
    const headers = [{ name: 'References', value: '<first@example.com>' }]
    const { user, userId, messageId, imap } = await bed.mail(dovecot, smtp, { headers, date: '2026-11-20T09:00:00.000Z' })
    const { replyId, to, cautions } = await asked(bed, userId, messageId)
    expect([to, cautions]).toEqual(['anna@example.com', ['new_address']])
    bed.pass(3_600_000)
    expect(await bed.work()).toBe(0)
    await bed.confirm(userId, replyId)
    bed.pass(29_000)
    expect(await bed.work()).toBe(0)
    bed.pass(2000)
    await bed.work()
    await bed.work()
    expect(smtp.taken.map(({ from, to: rcpt, user: by }) => [by, from, rcpt])).toEqual([
      [user, `${user}@example.net`, ['anna@example.com']],
    ])
    const mail = await PostalMime.parse(smtp.taken[0]?.raw ?? '')
    expect(mail).toMatchObject({
      from: { address: `${user}@example.net` },
      to: [boss],
      subject: 'Re: Invoice 42',
      inReplyTo: `<${messageId}@example.com>`,
      references: `<first@example.com> <${messageId}@example.com>`,
      messageId: `<reply.${replyId}@example.net>`,
    })
    expect(mail.text).toContain(
      'Yes, at ten.\n\nOn Friday, November 20, 2026 at 9:00 AM, Anna Boss wrote:\n> Please find attached\n> your invoice.',
    )
    expect(await imap.ask('SELECT Sent')).toContain('* 1 EXISTS')
    const copy = await imap.ask('FETCH 1 (FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])')
    expect(copy).toContain('\\Seen')
    expect(copy).toContain(`<reply.${replyId}@example.net>`)
    await imap.ask('SELECT INBOX')
    expect(await imap.ask('UID FETCH 1 (FLAGS)')).toContain('\\Answered')
    expect(await bed.row(replyId)).toMatchObject({ state: 'sent', filing: 'done', due_at: null })
    expect(bed.ended).toMatchObject([{ replyId, state: 'sent' }])
  })

  test('to somebody who got a reply before needs no confirmation; cancelled in time, it is never sent', async () => {
    const bed = openBed(db)
    const { userId, messageId } = await bed.mail(dovecot, smtp)
    const first = await asked(bed, userId, messageId)
    await leave(bed, userId, first.replyId)
    const second = await bed.plan(userId, { messageId, text: 'And one more.', wamid: 'wamid.1' })
    expect(second.kind).toBe('planned')
    expect(await bed.plan(userId, { messageId, text: 'And one more.', wamid: 'wamid.1' })).toMatchObject({ kind: 'planned' })
    const [id] = [second.kind === 'planned' ? second.replyId : '']
    expect(await bed.cancel(userId, id)).toBe(true)
    expect(await bed.cancel(userId, id)).toBe(false)
    bed.pass(3_600_000)
    await bed.work()
    expect(smtp.taken).toHaveLength(1)
  })

  test('that a busy server refuses is sent later; a rejected one is reported, and sent on a retry', async () => {
    const bed = openBed(db)
    const { userId, messageId } = await bed.mail(dovecot, smtp)
    const { replyId } = await asked(bed, userId, messageId)
    smtp.next.push('busy', 'no_recipient')
    await leave(bed, userId, replyId)
    expect(await bed.row(replyId)).toMatchObject({ state: 'waiting', reason: 'server_busy', dispatched_at: null })
    bed.pass(61_000)
    await bed.work()
    expect(await bed.row(replyId)).toMatchObject({ state: 'failed', reason: 'recipient_refused', due_at: null })
    expect(bed.ended).toMatchObject([{ replyId, state: 'failed', reason: 'recipient_refused' }])
    await bed.again(userId, replyId)
    await bed.work()
    expect(smtp.taken).toHaveLength(1)
  })

  test('whose connection broke after the data is never sent twice: it is found in Sent, or reported as unconfirmed', async () => {
    const bed = openBed(db)
    const { userId, messageId, imap } = await bed.mail(dovecot, smtp)
    const lost = await asked(bed, userId, messageId)
    smtp.next.push('vanish')
    await leave(bed, userId, lost.replyId)
    expect(await bed.row(lost.replyId)).toMatchObject({ state: 'sending', dispatched_at: expect.any(Date) })
    for (let i = 0; i < 4; i++) {
      bed.pass(3_600_000)
      await bed.work()
    }
    expect(await bed.row(lost.replyId)).toMatchObject({ state: 'unconfirmed', due_at: null })
    expect(bed.ended).toMatchObject([{ state: 'unconfirmed' }])
    const found = await asked(bed, userId, messageId)
    smtp.next.push('vanish')
    await leave(bed, userId, found.replyId)
    const copy = `Message-ID: <reply.${found.replyId}@example.net>\r\n\r\nFiled by the server`
    await imap.ask('CREATE Sent').catch(() => '')
    await imap.ask(`APPEND Sent {${copy.length}+}\r\n${copy}`)
    bed.pass(3_600_000)
    await bed.work()
    await bed.work()
    expect(await bed.row(found.replyId)).toMatchObject({ state: 'sent', filing: 'done' })
    expect(await imap.ask('SELECT Sent')).toContain('* 1 EXISTS')
    expect(smtp.taken).toHaveLength(2)
  })

  test('that fails because of a wrong password is reported at once', async () => {
    const bed = openBed(db)
    const { user, userId, messageId } = await bed.mail(dovecot, smtp)
    smtp.passwords.set(user, 'another')
    const { replyId } = await asked(bed, userId, messageId)
    await leave(bed, userId, replyId)
    expect(await bed.row(replyId)).toMatchObject({ state: 'failed', reason: 'wrong_password' })
    expect(smtp.taken).toHaveLength(0)
  })
})

test('a reply from one of our addresses is relayed by us, with a Reply-To for answers', async () => {
  const bed = openBed(db)
  const { userId, messageId } = await bed.addressed()
  const planned = await bed.plan(userId, { messageId, text: 'Yes.' })
  expect(planned).toMatchObject({ kind: 'asking', through: 'us' })
  await bed.confirm(userId, planned.kind === 'asking' ? planned.replyId : '')
  bed.pass(31_000)
  await bed.work()
  expect(bed.letters).toMatchObject([{ to: 'anna@example.com', headers: { 'Reply-To': 'anna@home.example' } }])
  expect(bed.letters[0]?.text).toContain('Sent via Mailferry for anna@home.example')
  await bed.work()
  expect(bed.letters).toHaveLength(1)
})

test('limits replies to thirty an hour, and refuses addresses that can’t be replied to', async () => {
  const bed = openBed(db)
  const { userId, messageId } = await bed.addressed()
  for (let i = 0; i < 30; i++) expect((await bed.plan(userId, { messageId, text: `${i}` })).kind).toBe('asking')
  expect(await bed.plan(userId, { messageId, text: '31' })).toEqual({ kind: 'refused', reason: 'too_many' })
  bed.pass(3_600_001)
  expect((await bed.plan(userId, { messageId, text: '32' })).kind).toBe('asking')
  const daemon = await bed.addressed({ from: [{ name: '', address: 'MAILER-DAEMON@example.com' }] })
  expect(await bed.plan(daemon.userId, { messageId: daemon.messageId, text: 'Hi' })).toEqual({ kind: 'refused', reason: 'bounce' })
  expect(await bed.plan(daemon.userId, { messageId, text: 'Hi' })).toEqual({ kind: 'refused', reason: 'gone' })
})

test('a reply from a mailbox that may only receive is refused with what to do, and its server is not asked', async () => {
  const bed = openBed(db)
  const hole = await startBlackHole()
  const { userId, mailboxId, messageId } = await bed.elsewhere(hole.port, hole.port)
  await db.updateTable('mailboxes').set({ sign_in: 'oauth2', provider: 'outlook-com' }).where('id', '=', mailboxId).execute()
  const planned = await bed.plan(userId, { messageId, text: 'Yes.' })
  const replyId = planned.kind === 'asking' ? planned.replyId : ''
  await bed.confirm(userId, replyId)
  bed.pass(31_000)
  await bed.work()
  expect(await bed.row(replyId)).toMatchObject({ state: 'failed', reason: 'allow_sending' })
  expect(hole.accepted()).toBe(0)
  await hole.stop()
})
