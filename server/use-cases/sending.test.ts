// Tests sending each kind of delivery from PostgreSQL to the stand-in.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { plainView } from '../../core/filters/testing/plain-message.fixture.ts'
import { startWhatsApp } from '../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../test/database.ts'
import { keepMail } from '../../test/kept-mail.ts'
import { resumeNumber } from '../delivery/number/queue.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import { movableClock } from '../foundation/clock.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { openLog } from '../foundation/log.ts'
import { openOutside } from '../foundation/outside.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import { openGraph } from '../whatsapp/client.ts'
import { seedTemplates, submitTemplate, syncTemplates, type TemplateDeps } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { showAgainIfKept, storedDigestDeliveries } from './answer/show-again.ts'
import { sendPage } from './sending/digests.ts'
import { openOutgoing } from './sending/outgoing.ts'
import { sendClaimed } from './sending.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync', templateReview: 'hold' })
afterAll(() => sandbox.stop())
const now = new Date('2026-11-22T12:00:00Z')
const clock = movableClock()
const words = loadWords('en')
const keys = openUserKeys(newKey(), () => now)
const userId = newId(now)
const contentKey = await keys.contentKeyOf(db, userId)
const outside = openOutside({ allow: [], loopback: true })
const account = { accessToken: 'sandbox-token', numberId: '100000000000001', wabaId: '200000000000001', timeoutMs: 2000 }
const graphWith = (directSend: boolean) => openGraph({ outside, graphUrl: sandbox.url, graphVersion: 'v26.0', ...account, directSend })
let graph = graphWith(false)
let isOurs = true
const templates: TemplateDeps = { db, graph, t: words.of('whatsapp'), now: clock.now, onUsable: async () => undefined }
const sending = () => ({
  config: { publicUrl: 'https://mail.example.com' },
  db,
  keys,
  clock,
  log: openLog('silent'),
  words,
  graph,
  templates,
  outgoing: openOutgoing({ db, keys, clock }),
})
const send = (claimed: Partial<ClaimedDelivery>) => sendClaimed(sending(), { ...claim, ...claimed }, async () => isOurs)

const phone = '15550100777'
const claim: ClaimedDelivery = {
  ...{ userId, deliveryId: newId(now), kind: 'mail', messageId: null, memberIds: [], filterId: null, destinationId: newId(now) },
  ...{
    waId: phone,
    waUserId: null,
    attempt: 1,
    startedAt: now,
    leaseUntil: now,
    nextTokenAt: now,
    probesPause: null,
    mayMeetTrouble: false,
  },
}

interface Kept {
  sender?: string
  subject?: string
  body?: string
  redact?: object | null
  files?: number
  show?: 'headers' | 'summary' | 'full' | null
}

/** A mail in the database with a delivery of its own. */
async function mail({
  sender = 'Ann Example',
  subject = 'Invoice 42',
  body = 'All of it.',
  redact = null,
  show = null,
  files = 0,
}: Kept = {}) {
  const attachments = Array.from({ length: files }, (_, n) => ({ name: `${n}.pdf`, type: 'application/pdf', sizeBytes: 1 }))
  const view = plainView({ from: [{ name: sender, address: 'ann@example.com' }], subject, body, attachments })
  const messageId = await keepMail(db, contentKey, userId, view, now)
  const deliveryId = newId(now)
  const at = { state: 'sending', attempts: 1, usage_month: '2026-11', created_at: now, updated_at: now }
  const seen = { redact: redact && JSON.stringify(redact), show }
  await db
    .insertInto('deliveries')
    .values({ user_id: userId, id: deliveryId, message_id: messageId, destination_id: claim.destinationId, ...at, ...seen })
    .execute()
  return { messageId, deliveryId }
}
const mails = async (all: Kept[]) => (await Promise.all(all.map(mail))).map(one => one.deliveryId)

const sim = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.url}/_sim${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const Messages = z.object({ messages: z.array(z.looseObject({ type: z.string(), text: z.string(), content: z.unknown() })) })
const received = async () => Messages.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages
const Requests = z.object({ requests: z.array(z.object({ method: z.string(), url: z.string(), status: z.nullable(z.number()) })) })
const posted = async (end: string) =>
  Requests.parse(await (await fetch(`${sandbox.url}/_sim/requests`)).json()).requests.filter(
    one => one.method === 'POST' && one.url.endsWith(end),
  )
const openWindow = () => sim(`/phones/${phone}/messages`, { text: 'hi' })

async function approveAll(): Promise<void> {
  await seedTemplates(templates, 'en')
  for (const { id, name } of await listTemplates(db)) {
    await submitTemplate(templates, id)
    await sim(`/templates/${name}/approve`)
  }
  await syncTemplates(templates)
}

beforeEach(async () => {
  await sim('/reset')
  await db.deleteFrom('message_templates').execute()
  await db.deleteFrom('media_uploads').execute()
  await db.deleteFrom('messenger_numbers').execute()
  graph = graphWith(false)
})

test('an announcement of one email goes through a closed window and names sender and subject', async () => {
  await approveAll()
  const memberIds = await mails([{ subject: 'Invoice *42*\n https://pay.example.com/now ' }])
  expect(await send({ kind: 'announcement', memberIds })).toMatchObject({ kind: 'sent' })
  const [message] = await received()
  expect(message).toMatchObject({ type: 'template', biz_opaque_callback_data: `${userId}:${claim.deliveryId}` })
  expect(message?.text.replaceAll('\u2060', '')).toContain('From: Ann Example\nSubject: Invoice *42* …')
  expect(JSON.stringify(message?.content)).toContain(`show:${claim.deliveryId}`)
  expect(JSON.stringify(message?.content)).toContain('pause:24')
})

test('an announcement of several names the first and counts the others', async () => {
  await approveAll()
  const memberIds = await mails('ABCDEFG'.split('').map(sender => ({ sender, subject: `About ${sender}` })))
  await send({ kind: 'announcement', memberIds })
  const [message] = await received()
  expect(message?.text).toContain('7 new e-mails')
  expect(message?.text).toContain('A: About A; B: About B; C: About C; D: About D; E: About E; and 2 more')
})

test('redactions apply in announcements and digests too, and use the full text', async () => {
  await approveAll()
  await openWindow()
  const kept = { subject: 'Your sign-in code 481516', body: 'Use the code 481516 to sign in.', redact: { what: ['codes'], patterns: [] } }
  const memberIds = await mails([kept, { ...kept, subject: '481516' }])
  await send({ kind: 'announcement', memberIds })
  await send({ kind: 'digest', memberIds })
  const all = await received()
  expect(all).toHaveLength(2)
  expect(JSON.stringify(all)).not.toContain('481516')
  expect(JSON.stringify(all)).toContain('Your sign-in code')
})

test('without an approved template an announcement is held, and Meta is not called', async () => {
  await seedTemplates(templates, 'en')
  expect(await send({ kind: 'announcement', memberIds: await mails([{}]) })).toEqual({ kind: 'held', reason: 'no_template' })
  expect(await received()).toEqual([])
  expect(await posted('/messages')).toEqual([])
})

test('a template that Meta paused is marked, and the next one is used', async () => {
  await approveAll()
  const first = (await listTemplates(db)).find(one => one.purpose === 'announce_one')
  await db
    .insertInto('message_templates')
    .columns(['id', 'purpose', 'name', 'language', 'category', 'components', 'state', 'position', 'created_at', 'updated_at'])
    .expression(e =>
      e
        .selectFrom('message_templates')
        .select(({ val }) => [
          val(newId(now)).as('id'),
          'purpose',
          val('mailferry_second').as('name'),
          'language',
          'category',
          'components',
        ])
        .select(({ val, lit }) => [val('draft').as('state'), lit(9).as('position'), 'created_at', 'updated_at'])
        .where('id', '=', first?.id ?? ''),
    )
    .execute()
  await approveAll()
  await sim('/templates/mailferry_announce_one/pause')
  expect(await send({ kind: 'announcement', memberIds: await mails([{}]) })).toMatchObject({ kind: 'sent' })
  expect((await received()).map(one => JSON.stringify(one.content))).toEqual([expect.stringContaining('mailferry_second')])
  const states = Object.fromEntries((await listTemplates(db)).map(one => [one.name, one.state]))
  expect(states).toMatchObject({ mailferry_announce_one: 'paused', mailferry_second: 'approved' })
  await sim('/templates/mailferry_second/disable')
  expect(await send({ kind: 'announcement', memberIds: await mails([{}]) })).toEqual({ kind: 'held', reason: 'no_template' })
})

test('a lost response leaves an announcement unknown, and no second template is tried', async () => {
  await approveAll()
  await sim('/faults', { action: { kind: 'accept-then-reset' } })
  expect(await send({ kind: 'announcement', memberIds: await mails([{}]) })).toMatchObject({ kind: 'unknown' })
  expect(await received()).toHaveLength(1)
})

test('with direct send an announcement needs no template; when refused, templates are used', async () => {
  await approveAll()
  await sim('/settings', { directSend: 'on' })
  graph = graphWith(true)
  const memberIds = await mails([{}])
  await send({ kind: 'announcement', memberIds })
  await sim('/settings', { directSend: 'blocked' })
  await send({ kind: 'announcement', memberIds })
  // As every other host knows.
  graph = graphWith(true)
  await send({ kind: 'announcement', memberIds })
  expect((await received()).map(one => one.type)).toEqual(['interactive', 'template', 'template'])
  expect((await posted('/messages')).map(one => one.status)).toEqual([200, 400, 200, 200])
  await resumeNumber(db, graph.numberId, clock.now())
  await sim('/settings', { directSend: 'on' })
  await send({ kind: 'announcement', memberIds })
  expect((await received()).at(-1)?.type).toBe('interactive')
})

test('a template refused for a closed window fails and is not held for a retry', async () => {
  await approveAll()
  await sim('/faults', { match: { type: 'template' }, action: { kind: 'error', code: 131047 } })
  const memberIds = await mails([{}])
  expect(await send({ kind: 'announcement', memberIds })).toEqual({ kind: 'failed', reason: 'template', stop: 'delivery' })
})

test('a digest is a list with one row per email; a long one has a last row for the others', async () => {
  await openWindow()
  const long = { sender: `Sender of a very long name indeed`, subject: '*x* '.repeat(80) }
  const all = await mails([...Array.from({ length: 29 }, (_, n) => ({ sender: `Sender ${n}`, subject: 'Lunch' })), long])
  expect(await send({ kind: 'digest', memberIds: all.slice(20) })).toMatchObject({ kind: 'sent' })
  expect(await send({ kind: 'digest', memberIds: all })).toMatchObject({ kind: 'sent' })
  const page = { userId, digestId: claim.deliveryId, deliveryIds: all }
  for (const from of [9, 18, 27]) await sendPage(sending(), { waId: phone, waUserId: null }, { ...page, from })
  const [whole, first, ...pages] = (await received()).map(one => ({ type: one.type, text: one.text, content: JSON.stringify(one.content) }))
  const shownBy = (content = '') => all.filter(id => content.includes(`show:${id}`))
  expect(shownBy(whole?.content)).toEqual(all.slice(20))
  expect(whole?.content).not.toContain('more:')
  expect([first, ...pages].flatMap(one => shownBy(one?.content))).toEqual(all)
  expect(first?.content).toContain(`more:${claim.deliveryId}:9`)
  expect(first?.content).toMatch(/Sender 0: Lunch[^]*Sender 28: Lunch/)
  expect(pages.map(one => /more:[^"]*/.exec(one.content)?.[0])).toEqual([
    `more:${claim.deliveryId}:18`,
    `more:${claim.deliveryId}:27`,
    undefined,
  ])
})

test('a row of a digest counts the email’s files and never starts a list', async () => {
  await openWindow()
  const memberIds = await mails([{ sender: '- Ann', subject: 'Plans', files: 2 }, { sender: '> Ben' }])
  await send({ kind: 'digest', memberIds })
  const [message] = await received()
  expect(message?.text).toContain('\u2060- Ann: Plans 📎 2\n\u2060> Ben: Invoice 42')
  expect(JSON.stringify(message?.content)).toContain('"description":"Plans 📎 2"')
})

test('tapping an erased email sends nothing; a digest works while one of its emails is stored', async () => {
  const [one, other] = [await mail(), await mail()]
  const digestId = newId(now)
  const at = { state: 'read', attempts: 1, created_at: now, updated_at: now }
  const row = { user_id: userId, id: digestId, kind: 'digest' as const, destination_id: claim.destinationId }
  await db
    .insertInto('deliveries')
    .values({ ...row, ...at })
    .execute()
  await db
    .updateTable('deliveries')
    .set({ digest_id: digestId, state: 'read' })
    .where('id', 'in', [one.deliveryId, other.deliveryId])
    .execute()
  const erase = (id: string) => db.updateTable('messages').set({ head: null, view: null }).where('id', '=', id).execute()
  const tapped = (id: string) => db.transaction().execute(tx => showAgainIfKept(tx, userId, id, now))
  const listed = () => db.transaction().execute(tx => storedDigestDeliveries(tx, userId, digestId))
  await erase(one.messageId)
  expect([await tapped(one.deliveryId), await tapped(other.deliveryId), await tapped(digestId)]).toEqual(['gone', 'shown', 'shown'])
  expect(await listed()).toEqual([one.deliveryId, other.deliveryId])
  await erase(other.messageId)
  expect([await tapped(digestId), await listed()]).toEqual(['gone', []])
})

test('an email is shown as far as its filter allows', async () => {
  await openWindow()
  const body = 'A sentence of the mail. '.repeat(40)
  for (const show of ['headers', 'summary', null] as const) await send({ kind: 'mail', ...(await mail({ body, show })) })
  const texts = (await received()).map(one => one.text)
  expect(texts[0]).not.toContain('sentence')
  expect(texts[1]?.length).toBeLessThan(450)
  expect(texts[1]).toContain('the mail goes on')
  expect(texts[2]).toContain(body.trim())
})

test('an email shown in full that is too long for a message is sent as a file, uploaded once', async () => {
  await openWindow()
  const body = Array.from({ length: 400 }, (_, n) => `Line ${n} of a long mail.`).join('\n')
  const long = await mail({ subject: 'A/long: mail', body })
  expect(await send({ kind: 'shown', ...long })).toMatchObject({ kind: 'sent' })
  expect(await send({ kind: 'shown', ...long })).toMatchObject({ kind: 'sent' })
  const [document] = await received()
  expect(document).toMatchObject({ type: 'document', content: { filename: 'A long mail.txt' } })
  expect(JSON.stringify(document?.content)).toContain('The whole text is in the file.')
  expect(await posted('/media')).toHaveLength(1)
  await fetch(`${sandbox.url}/v26.0/${z.object({ id: z.string() }).parse(document?.content).id}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer sandbox-token' },
  })
  expect(await send({ kind: 'shown', ...long })).toMatchObject({ kind: 'sent' })
  expect(await posted('/media')).toHaveLength(2)
})

test('redactions apply in the file too, to the last character', async () => {
  await openWindow()
  const body = `${'Line of a long mail.\n'.repeat(1000)}Card 4111 1111 1111 1111`
  const shown = await mail({ body, redact: { what: ['cards'], patterns: [] } })
  const sent: string[] = []
  const { uploadMedia } = graph
  graph = {
    ...graph,
    uploadMedia: upload => {
      sent.push(upload.bytes.toString())
      return uploadMedia(upload)
    },
  }
  await send({ kind: 'shown', ...shown })
  expect(sent).toEqual([expect.stringContaining('Card ')])
  expect(sent[0]).not.toContain('4111')
})

test('a failed upload leaves no unknown outcome', async () => {
  await openWindow()
  const long = await mail({ body: 'x '.repeat(4000) })
  graph = { ...graph, uploadMedia: async () => ({ kind: 'transport', mayHaveArrived: true, reason: 'timeout' }) }
  expect(await send({ kind: 'shown', ...long })).toMatchObject({ kind: 'retry', scope: 'delivery' })
  graph = { ...graph, uploadMedia: async () => ({ ...refusal, code: 131053 }) }
  expect(await send({ kind: 'shown', ...long })).toMatchObject({ kind: 'sent' })
  expect((await received()).map(one => one.type)).toEqual(['text'])
})
const refusal = { kind: 'graph' as const, status: 400, subcode: null, isTransient: false, message: '', details: null, retryAfterMs: null }

test('an erased email fails with a reason, and its announcement names nobody', async () => {
  await approveAll()
  const { messageId, deliveryId } = await mail()
  await db.updateTable('messages').set({ head: null, view: null }).where('id', '=', messageId).execute()
  expect(await send({ kind: 'mail', messageId, deliveryId })).toEqual({ kind: 'failed', reason: 'too_old', stop: 'delivery' })
  expect(await send({ kind: 'announcement', memberIds: [deliveryId] })).toMatchObject({ kind: 'sent' })
  expect((await received())[0]?.text).toContain('From: (no sender)\nSubject: (no subject)')
})

test('emails of other users are never named', async () => {
  await approveAll()
  const memberIds = await mails([{ sender: 'Secret' }])
  await send({ kind: 'announcement', userId: newId(now), memberIds })
  expect(JSON.stringify(await received())).not.toContain('Secret')
})

test('a delivery claimed by somebody else is not sent', async () => {
  await openWindow()
  const claimed = await mail()
  isOurs = false
  expect(await send({ kind: 'mail', ...claimed })).toMatchObject({ kind: 'retry', reason: 'claim_lost' })
  isOurs = true
  expect(await received()).toEqual([])
})

test('waiting deliveries follow today’s stricter privacy, and looser filters reveal nothing', async () => {
  await openWindow()
  const filterId = newId(now)
  const anyMail = JSON.stringify({ field: 'size', operator: 'over', bytes: 1 })
  const saveFilter = async (show: 'headers' | 'full', redacts: boolean) => {
    const actions = [{ kind: 'forward', destinationIds: [], show }, ...(redacts ? [{ kind: 'redact', what: [], patterns: ['Ann'] }] : [])]
    const kept = { name: 'Bank', paused: false, actions: JSON.stringify(actions) }
    await db
      .insertInto('filters')
      .values({ user_id: userId, id: filterId, position: 1, condition: anyMail, ...kept, created_at: now, updated_at: now })
      .onConflict(c => c.columns(['user_id', 'id']).doUpdateSet(kept))
      .execute()
  }
  const { messageId, deliveryId } = await mail({ body: 'The text.' })
  await db.updateTable('deliveries').set({ filter_id: filterId }).where('id', '=', deliveryId).execute()
  await saveFilter('headers', true)
  await send({ kind: 'mail', messageId, deliveryId, filterId })
  await saveFilter('full', false)
  await send({ kind: 'shown', messageId, deliveryId, filterId })
  await send({ kind: 'digest', memberIds: [deliveryId] })
  const all = JSON.stringify(await received())
  expect(all.match(/Invoice 42/g)?.length).toBeGreaterThanOrEqual(3)
  expect(all).not.toContain('The text.')
  expect(all).not.toContain('Ann Example')
})
