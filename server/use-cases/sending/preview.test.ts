// Tests that previews equal what is sent, byte for byte, and name what filters hide.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Action, Filter } from '../../../core/filters/action.ts'
import { combinePrivacy, isUnrestricted } from '../../../core/filters/privacy.ts'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { selectFilesToSend } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { keepMail } from '../../../test/kept-mail.ts'
import { viewed } from '../../../test/render-viewed.ts'
import type { ClaimedDelivery } from '../../delivery/queue.ts'
import { saveAttachments } from '../../files/attachments/store.ts'
import { movableClock } from '../../foundation/clock.ts'
import { readConfig } from '../../foundation/config.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { sendClaimed } from '../sending.ts'
import { openOutgoing } from './outgoing.ts'
import { previewDelivery, previewDraft } from './preview.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync' })
afterAll(() => sandbox.stop())
const now = new Date('2026-11-22T12:00:00Z')
const clock = movableClock()
const words = loadWords('en')
const keys = openUserKeys(newKey(), () => now)
const userId = newId(now)
const contentKey = await keys.contentKeyOf(db, userId)
const account = { accessToken: 'sandbox-token', numberId: '100000000000001', wabaId: '200000000000001', timeoutMs: 5000, directSend: false }
const outside = openOutside({ allow: [], loopback: true })
const graph = openGraph({ outside, graphUrl: sandbox.url, graphVersion: 'v26.0', ...account })
const templates = { db, graph, t: words.of('whatsapp'), now: clock.now, onUsable: async () => undefined }
const deps = {
  config: readConfig({}),
  db,
  keys,
  clock,
  log: openLog('silent'),
  words,
  graph,
  templates,
  outgoing: openOutgoing({ db, keys, clock }),
  limitsOf: async () => selfHosted.limits,
}
const phone = '15550100888'

const sim = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.url}/_sim${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
/** `body` of a text, of a message with buttons or of a list. */
const Body = z.looseObject({ body: z.union([z.string(), z.object({ text: z.string() })]) })
const Received = z.object({ messages: z.array(z.looseObject({ content: Body })) })
const received = async () => Received.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages
// The token of a link is made for the message that leaves.
const withoutToken = (text: string): string =>
  text.replace(/\/([ma])\/([\w-]{22,})/g, (_, way: string, token: string) => `/${way}/${'•'.repeat(token.length)}`)
const bodies = async () =>
  (await received()).map(({ content: { body } }) => withoutToken(typeof body === 'string' ? body : (body.text ?? '')))

const Sent = z.object({ messages: z.array(z.looseObject({ type: z.string(), content: z.unknown() })) })
const Words = z.object({
  body: z.optional(z.union([z.string(), z.object({ text: z.string() })])),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
})
/** The words and the file's name of each message, as they came. */
const got = async () =>
  Sent.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages.map(({ type, content }) => {
    const { body, caption = '', filename = null } = Words.parse(content)
    return { type, body: withoutToken(typeof body === 'string' ? body : (body?.text ?? caption)), name: filename }
  })

beforeEach(async () => {
  await sim('/reset')
  await sim(`/phones/${phone}/messages`, { text: 'hi' })
})

const draftOf = (actions: Action[]): Filter => ({ id: newId(now), name: 'Bank & *bills*', paused: false, condition: { all: [] }, actions })

const keep = (view: MailView): Promise<string> => keepMail(db, contentKey, userId, view, now)

/** As `forward` enqueues it, and the queue hands it out. */
async function enqueued(messageId: string, filter: Filter): Promise<string> {
  const deliveryId = newId(now)
  const { show, redact } = combinePrivacy(filter, [filter])
  const of = { user_id: userId, id: deliveryId, message_id: messageId, filter_id: filter.id, destination_id: newId(now) }
  const at = { state: 'sending', attempts: 1, usage_month: '2026-11', created_at: now, updated_at: now }
  await db
    .insertInto('deliveries')
    .values({ ...of, ...at, show, redact: redact && JSON.stringify(redact) })
    .execute()
  return deliveryId
}

async function saved(filter: Filter): Promise<Filter> {
  const { id, name, paused, actions } = filter
  const condition = JSON.stringify({ field: 'size', operator: 'over', bytes: 1 })
  await db
    .insertInto('filters')
    .values({
      user_id: userId,
      id,
      position: 1,
      name,
      paused,
      condition,
      actions: JSON.stringify(actions),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return filter
}

const claimOf = (deliveryId: string, messageId: string | null, filterId: string | null, memberIds: string[] = []) => ({
  ...{ userId, deliveryId, kind: memberIds.length > 0 ? ('digest' as const) : ('mail' as const), messageId, filterId, memberIds },
  ...{ destinationId: newId(now), waId: phone, waUserId: null, attempt: 1, startedAt: now, leaseUntil: now, nextTokenAt: now },
  probesPause: null,
  mayMeetTrouble: false,
})

const forward = (show?: 'headers' | 'summary' | 'full'): Action => ({ kind: 'forward', destinationIds: [], ...(show && { show }) })
const allRedacted: Action = { kind: 'redact', what: ['cards', 'ibans', 'codes'], patterns: ['(?i)pass\\w+'] }
const drafts: Action[][] = [
  [forward()],
  [forward('headers')],
  [forward('summary')],
  [forward('full')],
  [forward(), allRedacted],
  [forward('summary'), { kind: 'redact', what: [], patterns: ['[a-f]+'] }],
  [forward(), { kind: 'urgent' }, { kind: 'digest', every: 'day' }, { kind: 'flag' }, { kind: 'at_most', perHour: 3 }],
]

const corpus = join(import.meta.dirname, '../../../../shared/corpora/modern/dev')

test('the preview of a draft equals what is sent, byte for byte, for emails of all kinds', async context => {
  if (!existsSync(corpus)) {
    if (process.env['CI'] === 'true') throw new Error('The test mails (../shared/corpora) are missing.')
    return context.skip('the test mails (../shared/corpora) are not here')
  }
  const files = readdirSync(corpus).filter(name => name.endsWith('.eml'))
  const some = files.filter((_, i) => i % Math.ceil(files.length / 5) === 0)
  const filters = await Promise.all(drafts.map(actions => saved(draftOf(actions))))
  const shown: string[] = []
  for (const file of some) {
    const messageId = await keep(await viewed(readFileSync(join(corpus, file))))
    for (const filter of filters) {
      const looked = await previewDraft(deps, userId, { name: filter.name, actions: filter.actions, messageIds: [messageId] })
      expect(looked).toMatchObject({ isExample: false, collected: null })
      shown.push(looked.preview?.body ?? '')
      const deliveryId = await enqueued(messageId, filter)
      const before = await previewDelivery(deps, userId, { ...claimOf(deliveryId, messageId, filter.id), wasSent: false })
      expect(before).toEqual({ preview: looked.preview, hidden: looked.hidden })
      expect(await sendClaimed(deps, claimOf(deliveryId, messageId, filter.id), async () => true)).toMatchObject({ kind: 'sent' })
    }
  }
  expect(await bodies()).toEqual(shown)
  expect(shown.length).toBe(some.length * drafts.length)
})

test('a draft with a digest previews the digest that is sent', async () => {
  const filter = await saved(draftOf([forward(), { kind: 'digest', every: 'day' }, { kind: 'redact', what: [], patterns: ['secret'] }]))
  const ids = await Promise.all(['One secret', 'Two', 'Three'].map(subject => keep(plainView({ subject, body: 'x' }))))
  const looked = await previewDraft(deps, userId, { name: filter.name, actions: filter.actions, messageIds: ids })
  expect(looked).toMatchObject({ collected: 3, hidden: null })
  expect(looked.preview?.body).not.toContain('secret')
  const memberIds = await Promise.all(ids.map(id => enqueued(id, filter)))
  await sendClaimed(deps, claimOf(newId(now), null, null, memberIds), async () => true)
  expect(await bodies()).toEqual([looked.preview?.body])
})

test('without stored emails an example is previewed, and never an email of another user', async () => {
  const own = await previewDraft(deps, userId, { name: 'Bank', actions: [forward(), allRedacted], messageIds: [newId(now)] })
  expect(own).toMatchObject({ isExample: true, hidden: { show: null, files: 1, redactions: 2 } })
  expect(own.preview?.body).toContain('North Bank')
  expect(own.preview?.body).not.toContain('4111')
  const messageId = await keep(plainView({ subject: 'Of one person', body: 'x' }))
  const other = await previewDraft(deps, newId(now), { name: 'Bank', actions: [forward()], messageIds: [messageId] })
  expect(other.isExample).toBe(true)
  // Its file, too, is one that would be kept.
  expect(other.preview?.body).toContain('North Bank')
  expect(await received()).toEqual([])
})

const file = (name: string, type: string, sizeBytes = 80, refused?: 'program' | 'empty') => ({
  ...{ name, type, sizeBytes },
  ...(refused && { refused, program: 'exe' }),
})
const pdf = (name: string) => file(name, 'application/pdf')
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d494844520000019000000190', 'hex'), Buffer.alloc(3000, 7)])
const few = 'Here they are.'
const sets: {
  what: string
  items: ReturnType<typeof file>[]
  body?: string
  isLink?: boolean
  links?: number
  actions?: Action[]
  types: string[]
}[] = [
  { what: 'one', items: [pdf('lease.pdf')], types: ['document'] },
  {
    what: 'one, of a mail with pictures',
    items: [pdf('a.pdf')],
    actions: [forward('full')],
    types: ['document'],
    links: 1,
  },
  { what: 'one picture', items: [file('at/sea.png', 'image/png')], types: ['image'] },
  { what: 'one of many words', items: [pdf('a.pdf')], body: 'word '.repeat(400), types: ['interactive', 'document'] },
  { what: 'one voice', items: [file('v.mp3', 'audio/mpeg')], types: ['text', 'audio'] },
  { what: 'some', items: [pdf('a.pdf'), file('b.png', 'image/png')], types: ['text', 'document', 'image'] },
  {
    what: 'too many',
    items: Array.from({ length: 12 }, (_, n) => pdf(`${n}.pdf`)),
    types: ['text', ...Array<string>(10).fill('document')],
  },
  {
    what: 'one and a program',
    items: [pdf('a.pdf'), file('b.exe', 'application/octet-stream', 80, 'program')],
    types: ['text', 'document'],
  },
  { what: 'an empty one', items: [file('b.txt', 'text/plain', 0, 'empty')], types: ['text'] },
  { what: 'none wanted', items: [pdf('a.pdf')], actions: [{ kind: 'forward', destinationIds: [], attachments: false }], types: ['text'] },
  { what: 'held back', items: [pdf('a.pdf')], actions: [forward('summary')], types: ['text'] },
  { what: 'refused before', items: [pdf('a.pdf')], isLink: true, types: ['text'] },
]

test.each(sets)('the preview of an email with files ($what) equals the messages that are sent', async set => {
  const { items, body = few, actions = [forward()], isLink = false, links = 0, types } = set
  const filter = await saved(draftOf(actions))
  const pictured =
    links > 0
      ? { blocks: { version: 1 as const, blocks: [{ kind: 'paragraph' as const, lines: [[{ text: body }]] }], pictures: 2, isCut: false } }
      : {}
  const view = { ...plainView({ subject: 'files', body }), ...pictured, attachments: items, files: { items, left: 0 } }
  const messageId = await keep(view)
  const draft = await previewDraft(deps, userId, { name: filter.name, actions, messageIds: [messageId] })
  const bytes = items.flatMap(({ refused, ...one }, n) =>
    refused ? [] : [{ n, ...one, bytes: one.type === 'image/png' ? png : Buffer.alloc(80, n) }],
  )
  const sends =
    isUnrestricted(combinePrivacy(filter, [filter])) && actions.every(one => one.kind !== 'forward' || one.attachments !== false)
  const expiresAt = new Date(now.getTime() + 9e8)
  const kept = sends
    ? await db.transaction().execute(tx => saveAttachments(tx, userId, contentKey, messageId, bytes, { maxBytes: 1e9, expiresAt, now }))
    : new Set<number>()
  const goes = sends ? selectFilesToSend(view.files, kept, graph.limits.documentBytes, deps.config.files.perMessage) : null
  const deliveryId = await enqueued(messageId, filter)
  const mine = (id: string) => db.updateTable('deliveries').where('user_id', '=', userId).where('id', '=', id)
  await mine(deliveryId).set({ files: goes, as_link: isLink }).execute()
  const asked = claimOf(deliveryId, messageId, filter.id)
  const look = async (of: Pick<ClaimedDelivery, 'deliveryId' | 'kind'>, wasSent: boolean) =>
    (await previewDelivery(deps, userId, { ...asked, ...of, wasSent })).preview
  const before = await look(asked, false)
  if (!isLink) expect(before).toEqual(draft.preview)
  expect(await sendClaimed(deps, asked, async () => true)).toMatchObject({ kind: 'sent' })
  const shown = [before]
  if (links > 0) expect(before?.body).toContain('/m/')
  const made = await db.selectFrom('web_view_links').select('views').where('message_id', '=', messageId).execute()
  if (types[0] !== 'interactive') expect(made).toHaveLength(links)
  // What follows is enqueued when the mail is settled.
  const { carries } = await mine(deliveryId).returning('carries').set({ state: 'accepted' }).executeTakeFirstOrThrow()
  for (const part of isLink ? [] : (goes ?? []).filter(n => n !== carries)) {
    const follower = await enqueued(messageId, filter)
    await mine(follower).set({ kind: 'attachment', part }).execute()
    const of = { deliveryId: follower, kind: 'attachment' as const }
    shown.push(await look(of, false))
    expect(await sendClaimed(deps, { ...asked, ...of }, async () => true)).toMatchObject({ kind: 'sent' })
  }
  expect((await got()).map(one => one.type)).toEqual(types)
  expect(await got()).toEqual(shown.map((one, i) => ({ type: types[i], body: one?.body, name: one?.file?.name ?? null })))
  expect(await look(asked, true)).toEqual(before)
  // Long after, when the bytes are gone, it is told as it went.
  await db.deleteFrom('message_files').where('message_id', '=', messageId).execute()
  if (!isLink && items.length < 12) expect(await look(asked, true)).toEqual(before)
})

test('a sent email is previewed as it was sent, even if its filter hides more now', async () => {
  const filter = await saved(draftOf([forward('headers')]))
  const messageId = await keep(plainView({ subject: 'Of the bank', body: 'The text.' }))
  const deliveryId = await enqueued(messageId, { ...draftOf([forward()]), id: filter.id })
  const look = (wasSent: boolean) => previewDelivery(deps, userId, { ...claimOf(deliveryId, messageId, filter.id), wasSent })
  expect((await look(true)).preview?.body).toContain('The text.')
  expect((await look(true)).hidden).toBe(null)
  expect((await look(false)).preview?.body).not.toContain('The text.')
  expect((await look(false)).hidden).toEqual({ show: 'headers', files: 0, redactions: 0 })
})
