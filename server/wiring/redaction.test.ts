// Tests that nothing a filter hides leaks, for every kind of delivery, level and part of an email.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PhonePrivacy } from '../../core/filters/privacy.ts'
import type { RedactionRules } from '../../core/filters/redact/redact.ts'
import { plainView } from '../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../test/database.ts'
import { keepMail } from '../../test/kept-mail.ts'
import type { DeliveryKind } from '../delivery/queue.ts'
import { movableClock } from '../foundation/clock.ts'
import { readConfig } from '../foundation/config.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { openLog } from '../foundation/log.ts'
import { openOutside } from '../foundation/outside.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import { undeliveredWriter } from '../use-cases/notifications/undelivered.ts'
import { sendPage } from '../use-cases/sending/digests.ts'
import { openOutgoing } from '../use-cases/sending/outgoing.ts'
import { sendClaimed } from '../use-cases/sending.ts'
import { openGraph } from '../whatsapp/client.ts'
import { defaultLimits } from '../whatsapp/limits.ts'
import { seedTemplates } from '../whatsapp/templates/manage.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const clock = movableClock()
const words = loadWords('en')
const keys = openUserKeys(newKey(), () => now)
const userId = newId(now)
const contentKey = await keys.contentKeyOf(db, userId)
await db
  .insertInto('users')
  .values({
    id: userId,
    email: 'anna@example.com',
    user_metadata: '{}',
    app_metadata: '{}',
    is_anonymous: false,
    created_at: now,
    updated_at: now,
  })
  .execute()

/** Everything that leaves: each message, each upload, each letter, each line of the log. */
const left: string[] = []
const hear = (what: unknown) => left.push(typeof what === 'string' ? what : JSON.stringify(what))
const log = openLog('trace', { write: hear })
const outside = openOutside({ allow: [], loopback: true })
const account = { accessToken: 't', numberId: '1', wabaId: '2', timeoutMs: 100, directSend: true }
const real = openGraph({ outside, graphUrl: 'http://localhost:9', graphVersion: 'v26.0', ...account })
const graph = {
  ...real,
  limits: { ...defaultLimits, text: 900 },
  postMessage: async (payload: unknown) => {
    hear(payload)
    return { kind: 'accepted' as const, wamid: 'w', waId: null }
  },
  uploadMedia: async ({ bytes, filename }: { bytes: Buffer; filename: string }) => {
    hear(`${filename}\n${bytes.toString()}`)
    return { kind: 'uploaded' as const, mediaId: crypto.randomUUID() }
  },
}
const templates = { db, graph, t: words.of('whatsapp'), now: clock.now, onUsable: async () => undefined }
const deps = { config: readConfig({}), db, keys, clock, log, words, graph, templates, outgoing: openOutgoing({ db, keys, clock }) }
await seedTemplates(templates, 'en')

const secrets = { subject: 'SECRETSUBJECT', early: 'SECRETEARLY', late: 'SECRETLATE', file: 'SECRETFILE', link: 'SECRETLINK' }
type Place = keyof typeof secrets
const places: Place[] = ['subject', 'early', 'late', 'file', 'link']
const filler = 'Nothing of note stands in this sentence of the mail. '.repeat(60)

async function mail({ show, redact }: PhonePrivacy): Promise<{ messageId: string; deliveryId: string }> {
  const view = plainView({
    subject: `About ${secrets.subject}`,
    body: `${secrets.early} is here.\n\nhttps://a.example/${secrets.link}\n\n${filler}\n\n${secrets.late}`,
    attachments: [{ name: `${secrets.file}.pdf`, type: 'application/pdf', sizeBytes: 5000 }],
  })
  const messageId = await keepMail(db, contentKey, userId, view, now)
  const deliveryId = newId(now)
  const at = { state: 'sending', attempts: 1, usage_month: '2026-11', created_at: now, updated_at: now }
  await db
    .insertInto('deliveries')
    .values({
      user_id: userId,
      id: deliveryId,
      message_id: messageId,
      destination_id: newId(now),
      ...at,
      show,
      redact: redact && JSON.stringify(redact),
    })
    .execute()
  return { messageId, deliveryId }
}

type Way = (of: { messageId: string; deliveryId: string }, privacy: PhonePrivacy) => Promise<unknown>

const claimed =
  (kind: DeliveryKind): Way =>
  ({ messageId, deliveryId }) =>
    sendClaimed(
      deps,
      {
        ...{ userId, deliveryId, kind, messageId, filterId: null, memberIds: [deliveryId], destinationId: newId(now) },
        ...{
          waId: '15550100777',
          waUserId: null,
          attempt: 1,
          startedAt: now,
          leaseUntil: now,
          nextTokenAt: now,
          probesPause: null,
          mayMeetTrouble: false,
        },
      },
      async () => true,
    )

/** A kind of delivery that is new does not compile until it stands here. */
const kinds: Record<DeliveryKind, Way> = {
  mail: claimed('mail'),
  shown: claimed('shown'),
  digest: claimed('digest'),
  announcement: claimed('announcement'),
  attachment: claimed('attachment'),
}
const mailer = { enqueue: async (_: unknown, letter: unknown) => void hear(letter) }
const ways: Record<string, Way> = {
  ...kinds,
  'a page of a digest': ({ deliveryId }) =>
    sendPage(deps, { waId: '15550100777', waUserId: null }, { userId, digestId: newId(now), deliveryIds: [deliveryId], from: 0 }),
  'a letter': ({ messageId }, { redact }) =>
    db
      .transaction()
      .execute(tx =>
        undeliveredWriter({ keys, publicUrl: 'https://a.example', mailer, log })(tx, userId, [
          { messageId, filterId: null, redact, phone: 'P' },
        ]),
      ),
}

const all: RedactionRules = { what: [], patterns: ['SECRET\\w+'] }
const levels: Record<string, { privacy: PhonePrivacy; mayLeave: Place[] }> = {
  'as usual': { privacy: { show: null, redact: null }, mayLeave: ['subject', 'early', 'late', 'file', 'link'] },
  full: { privacy: { show: 'full', redact: null }, mayLeave: ['subject', 'early', 'late', 'file', 'link'] },
  summary: { privacy: { show: 'summary', redact: null }, mayLeave: ['subject', 'early', 'link'] },
  headers: { privacy: { show: 'headers', redact: null }, mayLeave: ['subject'] },
  'blacked out': { privacy: { show: null, redact: all }, mayLeave: [] },
  'a summary blacked out': { privacy: { show: 'summary', redact: all }, mayLeave: [] },
}

test.each(Object.entries(levels))('of a mail that may be seen as %s, no way lets more out', async (_, { privacy, mayLeave }) => {
  // A file that went up before does not go up again.
  await db.deleteFrom('media_uploads').execute()
  const seen = new Set<Place>()
  for (const [name, go] of Object.entries(ways)) {
    left.length = 0
    await go(await mail(privacy), privacy)
    const found = places.filter(place => left.some(text => text.includes(secrets[place])))
    expect(
      found.filter(place => !mayLeave.includes(place)),
      name,
    ).toEqual([])
    if (name !== 'attachment') expect(left.length, name).toBeGreaterThan(0)
    for (const place of found) seen.add(place)
  }
  // What may leave does, so that the secrets are looked for where they would be.
  expect([...seen].toSorted()).toEqual(mayLeave.toSorted())
})

const known = [
  // For the eyes of its signed-in owner, and of whoever its link lets in where nothing is held back.
  ...['use-cases/ledger/handlers.ts', 'mail/messages/web-view/handlers.ts', 'mail/messages/web-view/store.ts'],
  // To find the message again in its own mailbox, or to reply from it.
  ...['mail/actions/worker.ts', 'mail/receiving/watch-deps.ts'],
  ...['mail/erasing/export.ts', 'mail/outgoing/plan.ts'],
  // To answer the invitation that it brought, to its organizer alone.
  'mail/outgoing/invitation.ts',
  // To say what a new filter would match: its sender, and subjects with all redacted that any filter asks for.
  ...['filters/from-phone/proposals.ts', 'use-cases/answer/filter-effects.ts'],
  // To the phone and by system email: the ways above.
  ...['use-cases/notifications/undelivered.ts', 'use-cases/sending/content.ts', 'use-cases/sending/outgoing.ts', 'wiring/ledger.ts'],
  // The openers themselves.
  ...['mail/messages/store.ts', 'mail/messages/sealed.ts'],
]

test('every reader of stored mail is on the list; a new one is a leak until reviewed', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const opening = files.filter(name => /\b(?:readView|openView|readHeads|readPage|openPage)\(/.test(readFileSync(join(root, name), 'utf8')))
  expect(opening.map(name => name.replaceAll('\\', '/')).toSorted()).toEqual(known.toSorted())
})
