// Tests invitations on a phone: their answer buttons and what a tap does.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Rights } from '../../../core/delivery/rights.ts'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { EventCard } from '../../../core/message/calendar/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { keepMail } from '../../../test/kept-mail.ts'
import { movableClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { addImapMailbox } from '../../mail/mailboxes/store.ts'
import type { ReplyPlanDeps } from '../../mail/outgoing/plan.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { phoneInvitations, readCurrentReply } from '../answer/reply-effects.ts'
import { responseText } from '../answer/response.ts'
import { sendClaimed } from '../sending.ts'
import { openOutgoing } from './outgoing.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync' })
afterAll(() => sandbox.stop())
const clock = movableClock()
const now = clock.now()
const keys = openUserKeys(newKey(), clock.now)
const [userId, mailboxId, destinationId] = [newId(now), newId(now), newId(now)]
const contentKey = await keys.contentKeyOf(db, userId)
const account = { accessToken: 'sandbox-token', numberId: '100000000000001', wabaId: '200000000000001', timeoutMs: 5000, directSend: false }
const graph = openGraph({ outside: openOutside({ allow: [], loopback: true }), graphUrl: sandbox.url, graphVersion: 'v26.0', ...account })
const words = loadWords('en')
const templates = { db, graph, t: words.of('whatsapp'), now: clock.now, onUsable: async () => undefined }
const deps = {
  config: { publicUrl: 'https://mail.example.com' },
  db,
  keys,
  clock,
  log: openLog('silent'),
  words,
  graph,
  templates,
  outgoing: openOutgoing({ db, keys, clock }),
}
const phone = '15550100999'

const settings = { host: 'imap.example.net', port: 993, security: 'tls' as const, username: 'bo' }
await addImapMailbox(db, userId, { id: mailboxId, address: 'Bo@example.net', settings, secret: Buffer.alloc(0), now })
await db
  .insertInto('destinations')
  .values({ user_id: userId, id: destinationId, name: 'Phone', state: 'linked', wa_id: phone, rights: 'reply', created_at: now })
  .execute()
const allow = (rights: Rights) => db.updateTable('destinations').set({ rights }).where('id', '=', destinationId).execute()

const sim = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.url}/_sim${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const Received = z.object({ messages: z.array(z.looseObject({ type: z.string(), text: z.string(), content: z.unknown() })) })
const received = async () =>
  Received.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages.map(({ text, content }) => ({
    text,
    titles: Array.from(JSON.stringify(content).matchAll(/"title":"([^"]+)"/g), found => found[1]),
  }))
beforeEach(async () => {
  await allow('reply')
  await sim('/reset')
  await sim(`/phones/${phone}/messages`, { text: 'hi' })
})

const event: EventCard = {
  ...{ kind: 'event', method: 'request', uid: '1', sequence: 0, recurrenceId: null, title: 'Review', status: null, recurrence: null },
  ...{ start: '2099-06-10T05:00:00Z', end: '2099-06-10T06:00:00Z', isAllDay: false, timeZone: 'Asia/Tokyo', where: null, link: null },
  ...{ organizer: { name: 'Ann', address: 'ann@a.example' }, others: 0 },
  attendees: [{ name: 'Bo', address: 'bo@example.net', partstat: 'needs-action' }],
}

/** An invitation, kept; `as` of the delivery that brings it. */
async function invited(card: Partial<EventCard> = {}, view: Partial<MailView> = {}) {
  const mail = plainView({ from: event.organizer ? [event.organizer] : [], card: { ...event, ...card }, ...view })
  return keepMail(db, contentKey, userId, mail, now, { mailboxId })
}

async function bring(messageId: string, kind: 'mail' | 'shown' = 'mail') {
  const deliveryId = newId(clock.now())
  const at = { attempts: 1, usage_month: '2026-11', created_at: now, updated_at: now, accepted_at: now, state: 'accepted' as const }
  await db
    .insertInto('deliveries')
    .values({ user_id: userId, id: deliveryId, message_id: messageId, destination_id: destinationId, kind, ...at })
    .execute()
  const claimed = {
    ...{ userId, deliveryId, kind, messageId, memberIds: [], filterId: null, destinationId, waId: phone, waUserId: null },
    ...{ attempt: 1, startedAt: now, leaseUntil: now, nextTokenAt: now, probesPause: null, mayMeetTrouble: false },
  }
  expect(await sendClaimed(deps, claimed, async () => true)).toMatchObject({ kind: 'sent' })
  return deliveryId
}

const all = ['Accept', 'Maybe', 'Decline']

test('an invitation has answer buttons, and remains one message however long the email is', async () => {
  await bring(await invited())
  await bring(await invited({}, { body: 'word '.repeat(900) }))
  const [short, long, ...more] = await received()
  expect(more).toEqual([])
  expect(short?.titles).toEqual(all)
  expect(long?.titles).toEqual(all)
  expect(long?.text).toMatch(/goes on\n\nRead it whole: https:\/\/mail\.example\.com\/m\/\S+$/)
  expect(long?.text.length).toBeLessThanOrEqual(1024)
})

test.each<[string, Partial<EventCard>, Rights]>([
  ['is over', { start: '2020-06-10T05:00:00Z', end: '2020-06-10T06:00:00Z' }, 'reply'],
  ['is cancelled', { method: 'cancel' }, 'reply'],
  ['invites others', { attendees: [{ name: '', address: 'teo@a.example', partstat: 'needs-action' }] }, 'reply'],
  ['comes to a phone that may not answer', {}, 'act'],
])('one that %s has no answers', async (_, card, rights) => {
  await allow(rights)
  await bring(await invited(card))
  expect((await received())[0]?.titles).toEqual([])
})

test('an invitation opened from a digest can be answered however long it is; opened again, it comes in full', async () => {
  const messageId = await invited({}, { body: `${'word '.repeat(450)}The end.` })
  await bring(messageId, 'shown')
  await bring(messageId, 'shown')
  const [first, second] = await received()
  expect(first?.titles).toEqual(all)
  expect(second?.text).toContain('The end.')
})

test('an answer is confirmed with an undo button, a second answer replaces it, and an impossible one is explained', async () => {
  const plan: ReplyPlanDeps = {
    ...{ keys, now: clock.now, ourAddress: 'hello@mailferry.example' },
    personOf: async () => ({ email: null, words, timeZone: 'UTC' }),
  }
  const { answer } = phoneInvitations(plan, (tx, owner, id) => readCurrentReply({ keys }, tx, owner, id))
  const tap = async (messageId: string, given: InvitationAnswer) => {
    const mail = { userId, destinationId, deliveryId: newId(now), messageId, filterId: null, wamid: newId(now) }
    const { response, state } = await db.transaction().execute(tx => answer(tx, mail, given, clock.now()))
    return { state, text: responseText(words, response), buttons: response.buttons?.map(one => one.payload.split(':')[0]) ?? [] }
  }
  const sender = { badge: 'verified' as const, domain: 'a.example', reasons: [] }
  const messageId = await invited({ title: 'A *bold* one' }, { sender })
  expect(await tap(messageId, 'accepted')).toMatchObject({ state: 'done', buttons: ['undo'] })
  const { text } = await tap(messageId, 'declined')
  expect(text?.replaceAll('\u2060', '')).toBe('❌ Declined: A *bold* one\n↩ To ann@a.example in 30 s')
  expect(text).toContain('\u2060')
  const rows = await db.selectFrom('replies').select('state').where('message_id', '=', messageId).orderBy('created_at').execute()
  expect(rows.map(row => row.state)).toEqual(['cancelled', 'waiting'])
  const trap = await tap(await invited({ organizer: { name: 'Ann', address: 'ann@b.example' } }, { sender }), 'accepted')
  expect(trap.buttons).toEqual(['send', 'drop'])
  expect(trap.text).toContain('go to ann@b.example, which is not where it came from')
  const over = await tap(await invited({ start: '2020-06-10T05:00:00Z', end: '2020-06-10T06:00:00Z' }), 'accepted')
  expect(over).toMatchObject({ state: 'refused', text: 'This event is over, so no answer was sent.' })
})
