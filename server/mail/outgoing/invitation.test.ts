// Tests answering invitations on a real Dovecot and SMTP server, from the tap to what the organizer's calendar reads.
import { randomUUID } from 'node:crypto'
import ical from 'ical.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openBed } from '../../../test/reply-bed.ts'
import { type SmtpHost, startSmtpHost } from '../../../test/smtp-host.ts'
import { planInvitation } from './invitation.ts'

const { db } = await testDatabase()
const organizer = { name: 'Anna "A" Boss', address: 'anna@example.com' }
const verified = { badge: 'verified' as const, domain: 'example.com', reasons: [] }

const invitation = (attendee: string, over: Partial<EventCard> = {}): Partial<MailView> => ({
  from: [organizer],
  subject: 'Invitation: Lunch',
  sender: verified,
  card: {
    ...{
      kind: 'event',
      method: 'request',
      uid: 'lunch,1@example.com',
      sequence: 3,
      recurrenceId: null,
      title: 'Lunch; again',
      status: null,
    },
    ...{ start: '2099-05-05T10:30:00Z', end: '2099-05-05T11:30:00Z', isAllDay: false, timeZone: 'Europe/Berlin', where: null, link: null },
    ...{ organizer, recurrence: null, others: 0, attendees: [{ name: 'Bo', address: attendee, partstat: 'needs-action' }] },
    ...over,
  },
})

describe.skipIf(skipWithoutDovecot())('the answer to an invitation', () => {
  let dovecot: Dovecot
  let smtp: SmtpHost
  beforeAll(async () => {
    dovecot = await startDovecot()
    smtp = await startSmtpHost()
  })
  afterAll(() => Promise.all([dovecot.stop(), smtp.stop()]))
  beforeEach(() => {
    smtp.taken.length = 0
  })

  /** A user who is invited under one of their addresses; `as`: one that is not the mailbox's. */
  async function invited(over: Partial<EventCard> = {}, more: Partial<MailView> = {}, as?: string) {
    const bed = openBed(db)
    const user = `u${randomUUID().slice(0, 8)}`
    const view = { ...invitation(as ?? `${user}@example.net`, over), ...more }
    const mail = await bed.mail(dovecot, smtp, view, user)
    const tap = (answer: InvitationAnswer, wamid: string = randomUUID()) =>
      db
        .transaction()
        .execute(tx =>
          planInvitation(bed.parts, tx, mail.userId, { messageId: mail.messageId, answer, destinationId: randomUUID(), wamid }),
        )
    return { bed, tap, ...mail }
  }

  const addressedTap = (bed: ReturnType<typeof openBed>, userId: string, messageId: string) => {
    const wish = { messageId, answer: 'declined' as const, destinationId: randomUUID(), wamid: 'w' }
    return db.transaction().execute(tx => planInvitation(bed.parts, tx, userId, wish))
  }

  const leave = async ({ bed }: Pick<Awaited<ReturnType<typeof invited>>, 'bed'>) => {
    bed.pass(31_000)
    await bed.work()
  }

  /** What a calendar program reads in an accepted email. */
  async function read(n = 0) {
    const { raw = '', from, to } = smtp.taken[n] ?? {}
    const mail = await PostalMime.parse(raw)
    const part = mail.attachments.find(one => one.mimeType === 'text/calendar')
    const calendar = ical.Component.fromString(new TextDecoder().decode(part?.content as ArrayBuffer))
    const event = calendar.getFirstSubcomponent('vevent')
    const [attendee] = event?.getAllProperties('attendee') ?? []
    return {
      ...{ from, to, mail, method: part?.method },
      ...{ uid: event?.getFirstPropertyValue('uid'), sequence: event?.getFirstPropertyValue('sequence') },
      ...{ told: calendar.getFirstPropertyValue('method'), summary: event?.getFirstPropertyValue('summary') },
      ...{ organizer: event?.getFirstPropertyValue('organizer'), attendees: event?.getAllProperties('attendee').length },
      ...{ attendee: attendee?.getFirstValue(), partstat: attendee?.getParameter('partstat') },
      at: String(event?.getFirstPropertyValue('dtstamp')),
    }
  }

  test('is sent once after its time to undo, from the invited address, readable by people and calendars', async () => {
    const person = await invited()
    const planned = await person.tap('accepted', 'wamid.1')
    expect(planned).toMatchObject({ kind: 'planned', to: 'anna@example.com' })
    expect(await person.tap('accepted', 'wamid.1')).toMatchObject({ kind: 'planned' })
    expect(await person.tap('accepted', 'wamid.2')).toMatchObject({ kind: 'planned' })
    await leave(person)
    await leave(person)
    expect(smtp.taken).toHaveLength(1)
    const mine = `${person.user}@example.net`
    expect(await read()).toMatchObject({
      ...{ from: mine, to: ['anna@example.com'], method: 'REPLY', told: 'REPLY', uid: 'lunch,1@example.com', sequence: 3, attendees: 1 },
      ...{ organizer: 'mailto:anna@example.com', attendee: `mailto:${mine}`, partstat: 'ACCEPTED', summary: 'Lunch; again' },
      mail: { subject: 'Accepted: Lunch; again', from: { address: mine }, inReplyTo: `<${person.messageId}@example.com>` },
    })
    expect((await read()).mail.text).toContain('Bo accepts the invitation.')
    expect(await person.imap.ask('SELECT Sent')).toContain('* 1 EXISTS')
  })

  test('is replaced by another given before it is sent, and followed by one given later', async () => {
    const person = await invited()
    await person.tap('accepted')
    await person.tap('declined')
    await leave(person)
    expect(await read()).toMatchObject({ partstat: 'DECLINED' })
    expect(smtp.taken).toHaveLength(1)
    await person.tap('tentative')
    await leave(person)
    const [first, second] = [await read(0), await read(1)]
    expect(second).toMatchObject({ partstat: 'TENTATIVE', sequence: 3, uid: first.uid })
    expect(second.at > first.at).toBe(true)
    expect(await person.tap('tentative')).toMatchObject({ kind: 'planned' })
    await leave(person)
    expect(smtp.taken).toHaveLength(2)
  })

  test('needs confirmation when the organizer is not the sender, or the sender is unverified', async () => {
    const trap = await invited({ organizer: { name: 'Anna Boss', address: 'anna@example.org' } })
    expect(await trap.tap('accepted')).toMatchObject({ kind: 'asking', to: 'anna@example.org', cautions: ['new_address', 'elsewhere'] })
    const near = await invited({ organizer: { name: 'Anna Boss', address: 'ana@example.com' } })
    expect(await near.tap('accepted')).toMatchObject({ kind: 'asking', cautions: ['new_address', 'elsewhere'] })
    const unproven = await invited({}, { sender: { ...verified, badge: 'none' } })
    const asked = await unproven.tap('accepted')
    expect(asked).toMatchObject({ kind: 'asking', cautions: ['new_address'] })
    await leave(unproven)
    expect(smtp.taken).toHaveLength(0)
    await unproven.bed.confirm(unproven.userId, asked.kind === 'asking' ? asked.replyId : '')
    await leave(unproven)
    expect(smtp.taken).toHaveLength(1)
  })

  test.each<[string, Partial<EventCard>, string]>([
    ['is over', { start: '2026-05-05T10:30:00Z', end: '2026-05-05T11:30:00Z' }, 'event_over'],
    ['was cancelled', { method: 'cancel' }, 'event_cancelled'],
    ['has no organizer', { organizer: null }, 'not_invited'],
    ['invites somebody else', { attendees: [] }, 'not_invited'],
    ['has an organizer without a valid address', { organizer: { name: '', address: 'anna' } }, 'nobody'],
    ['has an organizer address that contains two addresses', { organizer: { name: '', address: 'a@b.example,c@d.example' } }, 'nobody'],
  ])('to an event that %s is not sent, with a reason', async (_, over, reason) => {
    const bed = openBed(db)
    const { userId, messageId } = await bed.addressed(
      invitation('anna@home.example', { organizer: { name: 'Teo', address: 'teo@b.example' }, ...over }),
    )
    expect(await addressedTap(bed, userId, messageId)).toEqual({ kind: 'refused', reason })
  })

  test('is relayed under our own address when the invited address has no other mailbox', async () => {
    const bed = openBed(db)
    const { userId, messageId } = await bed.addressed(
      invitation('anna@home.example', { organizer: { name: 'Teo', address: 'teo@b.example' } }),
    )
    const planned = await addressedTap(bed, userId, messageId)
    expect(planned).toMatchObject({ kind: 'asking', through: 'us' })
    await bed.confirm(userId, planned.kind === 'asking' ? planned.replyId : '')
    await leave({ bed })
    expect(bed.letters).toMatchObject([{ to: 'teo@b.example', headers: { 'Reply-To': 'anna@home.example' } }])
  })
})
