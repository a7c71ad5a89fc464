// Tests the files of an email from arrival to phone: in order, once each, and despite crashes.
import fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { openLogKeys } from '../../account/log-chain/keys-owners.ts'
import { unsold } from '../../billing/unsold.fixture.ts'
import { type ClaimedDelivery, showAgain } from '../../delivery/queue.ts'
import { resendRefusedFiles } from '../../delivery/refused-files-queue.ts'
import { addDestination } from '../../delivery/store.ts'
import { closeAttachmentLinks } from '../../files/attachments/store.ts'
import { mountAttachments } from '../../files/attachments/wire.ts'
import { movableClock } from '../../foundation/clock.ts'
import { readConfig } from '../../foundation/config.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { contentHash } from '../../mail/parsing/arrived.ts'
import { openParser } from '../../mail/parsing/parse.ts'
import { forwardStores } from '../../use-cases/forward/stores.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { type AppContext, resendDeps } from '../../wiring/app.ts'
import { deliveryWorkerDeps } from '../../wiring/delivery.ts'
import { openFileSaver } from '../forward/files.ts'
import { openForward } from '../forward.ts'
import { linkAccess } from './links.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync' })
const parser = openParser({ workers: 1, timeoutMs: 5000 })
afterAll(async () => {
  await parser.stop()
  await sandbox.stop()
})

const clock = movableClock()
const config = readConfig({
  SANDBOX_URL: sandbox.url,
  WHATSAPP_GRAPH_URL: sandbox.url,
  ...{ PUBLIC_URL: 'https://mail.example.com', SANDBOX_IN_PUBLIC: 'yes' },
  MAIL_FILES: '3',
  RETRY_BASE_MS: '1',
})
const outside = openOutside({ allow: [], loopback: true })
const graph = openGraph({ outside, ...config.whatsapp, graphUrl: sandbox.url })
const keys = openUserKeys(newKey(), clock.now)
const base = { db, urgentDb: db, keys, logKeys: openLogKeys(Buffer.alloc(32)), tracing: null, clock, log: openLog('silent') }
const context: AppContext = { ...unsold, ...base, config, words: loadWords(), graph }
const forward = openForward({
  stores: forwardStores(context),
  fileSaver: openFileSaver(context, parser.filesOf),
  now: clock.now,
  newId,
  parse: parser.parse,
  wake: () => undefined,
})
const hands = deliveryWorkerDeps(context, () => 0)

let [userId, destinationId, wa, people] = ['', '', '', 0]
beforeEach(async () => {
  userId = newId(clock.now())
  wa = `1555010${1000 + people++}`
  const phone = await addDestination(db, userId, newId(clock.now()), 'Phone', clock.now())
  destinationId = phone.id
  await db
    .updateTable('destinations')
    .set({ state: 'linked', wa_id: wa, last_inbound_at: clock.now() })
    .where('id', '=', destinationId)
    .execute()
  await sim(`phones/${wa}/messages`, { text: 'hello' })
})

async function filter(forwardAction: object = {}, more: object[] = []) {
  const at = { created_at: clock.now(), updated_at: clock.now() }
  const actions = JSON.stringify([{ kind: 'forward', destinationIds: [], ...forwardAction }, ...more])
  const condition = JSON.stringify({ field: 'subject', operator: 'contains', values: ['files'] })
  await db
    .insertInto('filters')
    .values({ user_id: userId, id: newId(clock.now()), position: 1, name: 'All', paused: false, condition, actions, ...at })
    .execute()
}

interface File {
  name: string
  type: string
  bytes: Buffer
}
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d494844520000019000000190', 'hex'), Buffer.alloc(3000, 7)])
const file = (name: string, type = 'application/pdf', bytes = Buffer.from(`%PDF-1.4 ${name}`.padEnd(80))): File => ({ name, type, bytes })

let passed = 0
let sent = 0
async function arrives(files: File[], text = 'Here they are.') {
  const part = ({ name, type, bytes }: File) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${bytes.toString('base64')}\r\n`
  const head = `From: Ann <ann@example.com>\r\nTo: me@example.com\r\nSubject: files ${++sent}\r\nMessage-ID: <${sent}@example.com>\r\n`
  const body = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n${files.map(part).join('')}--b--\r\n`
  const raw = Buffer.from(head + body)
  const arrivedAt = clock.now()
  await forward([
    {
      userId,
      mailboxId: userId,
      kind: 'address',
      sourceKey: `smtp:${sent}`,
      contentHash: contentHash(raw, raw.length),
      uidValidity: null,
      uid: null,
      raw,
      sizeBytes: raw.length,
      reduced: null,
      arrivedAt,
    },
  ])
}

/** Sends all that is due; `dies` ends the sender of a delivery before anything is settled. */
async function deliver(dies: (claimed: ClaimedDelivery) => boolean = () => false) {
  for (let rounds = 0; rounds < 60; rounds++) {
    const claimed = await hands.claim({ lanes: 10, run: 1 })
    if (claimed.length === 0) return
    for (const one of claimed) {
      const outcome = await hands.prepare(one)(null)
      if (!dies(one)) await hands.recordOutcomes([{ claimed: one, outcome }])
    }
    passed += 7000
    clock.moveTo(passed)
  }
}

async function deliverLater() {
  for (let i = 0; i < 4; i++) {
    passed += 100_000
    clock.moveTo(passed)
    await deliver()
  }
}

const sim = async (path: string, body: unknown = {}) =>
  fetch(`${sandbox.url}/_sim/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const Bubble = z.looseObject({ to: z.string(), type: z.string(), text: z.string(), content: z.unknown() })
async function onPhone() {
  const all = z.looseObject({ messages: z.array(Bubble) }).parse(await (await fetch(`${sandbox.url}/_sim/messages?to=${wa}`)).json())
  return all.messages.filter(one => one.to === wa)
}
const states = () =>
  db.selectFrom('deliveries').select(['kind', 'part', 'state', 'reason']).where('user_id', '=', userId).orderBy('seq').execute()

const kinds = async () => (await onPhone()).map(one => one.type)
const opened = async (text: string) => {
  const app = fastify()
  mountAttachments(app, { db, keys, now: clock.now, findMessageOfLink: linkAccess(context).messageWithOpenFiles, notFoundText: 'gone' })
  const path = new URL(/https:\S+/.exec(text)?.[0] ?? 'https://x.example/none').pathname
  return { path, answer: await app.inject(path), app }
}

test('an email with one file and little text is a single message with a caption', async () => {
  await filter()
  await arrives([file('lease.pdf')])
  await deliver()
  const [only, ...others] = await onPhone()
  expect(others).toEqual([])
  expect(only).toMatchObject({ type: 'document', content: { filename: 'lease.pdf' } })
  expect(only?.text).toContain('Here they are.')
  expect(await states()).toMatchObject([{ kind: 'mail', state: 'accepted' }])
})

test('the text comes first, then as many files as allowed, in order; the text says what happened to every other file', async () => {
  await filter()
  await arrives([
    file('a.pdf'),
    file('b.png', 'image/png', png),
    file('invoice.pdf.exe', 'application/pdf'),
    file('looks.pdf', 'application/pdf', Buffer.from('MZ\x90\0 a program'.padEnd(90))),
    file('c.mp3', 'audio/mpeg', Buffer.from('ID3'.padEnd(90))),
    file('empty.txt', 'text/plain', Buffer.alloc(0)),
    file('d.pdf'),
  ])
  await deliver()
  expect(await kinds()).toEqual(['text', 'document', 'image', 'audio'])
  const text = (await onPhone())[0]?.text.replaceAll('\u2060', '') ?? ''
  expect(text).toContain('3 files follow')
  expect(text).toContain('We didn’t forward invoice.pdf.exe (1 kB): it’s a program (exe)')
  expect(text).toContain('We didn’t forward looks.pdf (1 kB): it’s a program (exe)')
  expect(text).toContain('empty.txt is empty')
  expect(text).toContain('d.pdf (1 kB) isn’t included')
  const { answer, path, app } = await opened(text)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.toString()).toContain('%PDF-1.4 d.pdf')
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'content-disposition': "attachment; filename*=UTF-8''d.pdf",
  })
  for (const wrong of [path.slice(0, -1), `${path.slice(0, -3)}AAA`, path.replace('/a/', '/a/A'), `/a/${'A'.repeat(94)}`])
    expect((await app.inject(wrong)).statusCode).toBe(404)
  passed += 8 * 86_400_000
  clock.moveTo(passed)
  expect((await app.inject(path)).statusCode).toBe(404)
})

test('files beyond the link limit are listed as available in the web view', async () => {
  await filter()
  await arrives('abcdefghi'.split('').map(name => file(`${name}.pdf`)))
  await deliver()
  const text = (await onPhone())[0]?.text.replaceAll('\u2060', '') ?? ''
  expect(text).toContain('3 files follow')
  expect(text).toContain('3 more files open with the full email: g.pdf, h.pdf, i.pdf')
  expect(text).toMatch(/View email: \S+\/m\/\S+$/)
})

test('HTML and SVG files are served by their links as bytes that no browser executes', async () => {
  await filter({}, [])
  await arrives([
    file('a.pdf'),
    file('b.pdf'),
    file('c.pdf'),
    file('page.html', 'text/html', Buffer.from('<script>alert(1)</script>'.padEnd(60))),
  ])
  await deliver()
  const { answer } = await opened((await onPhone())[0]?.text ?? '')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test.each(['mail', 'attachment'])('a host that dies while sending %s loses nothing and repeats only that delivery', async kind => {
  await filter()
  await arrives([file('a.pdf'), file('b.pdf'), file('c.pdf')])
  let deaths = 0
  await deliver(one => one.kind === kind && ++deaths === 1)
  // Its words had left: they wait for their echo, and go once more in doubt.
  await deliverLater()
  const after = await onPhone()
  const names = after.map(one => (one.type === 'text' ? 'text' : one.text)).sort()
  expect(names).toEqual(['a.pdf', ...(kind === 'mail' ? [] : ['a.pdf']), 'b.pdf', 'c.pdf', 'text', ...(kind === 'mail' ? ['text'] : [])])
  expect((await states()).map(one => one.state)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
})

test('a file whose response is lost is sent once more after waiting for its echo; other files are sent once', async () => {
  await filter()
  await arrives([file('a.pdf'), file('b.png', 'image/png', png), file('c.pdf')])
  await sim('faults', { match: { to: wa, type: 'image' }, times: 1, action: { kind: 'accept-then-reset' } })
  await deliver()
  await deliverLater()
  expect((await kinds()).sort()).toEqual(['document', 'document', 'image', 'image', 'text'])
  expect((await states()).map(one => one.state)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
})

test('a file that WhatsApp refuses, at once or later, is sent as a link', async () => {
  await filter()
  await arrives([file('a-odd.pdf'), file('b.pdf')])
  await sim('faults', { match: { type: 'media' }, times: 1, action: { kind: 'error', code: 131053 } })
  await deliver()
  const [, link, document] = await onPhone()
  expect(link?.text).toContain('WhatsApp doesn’t accept a-odd.pdf')
  expect((await opened(link?.text ?? '')).answer.statusCode).toBe(200)
  expect(document?.type).toBe('document')
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', reason: 'unsupported', updated_at: clock.now() })
    .where('user_id', '=', userId)
    .where('part', '=', 1)
    .execute()
  await resendRefusedFiles(db, context.log, clock.now(), resendDeps(context))
  await deliver()
  expect((await onPhone()).at(-1)?.text).toContain('WhatsApp doesn’t accept b.pdf')
  await resendRefusedFiles(db, context.log, clock.now(), resendDeps(context))
  await deliver()
  expect(await onPhone()).toHaveLength(4)
})

test('an email that was sent as a caption is sent as text with a link when WhatsApp could not use the file', async () => {
  await filter()
  await arrives([file('a.pdf')])
  await deliver()
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', reason: 'unsupported', updated_at: clock.now() })
    .where('user_id', '=', userId)
    .execute()
  await resendRefusedFiles(db, context.log, clock.now(), resendDeps(context))
  await deliver()
  expect(await kinds()).toEqual(['document', 'text'])
  expect((await onPhone())[1]?.text).toContain('WhatsApp doesn’t accept a.\u2060pdf')
})

test.each<[string, object, object[]]>([
  ['wants none', { attachments: false }, []],
  ['shows the headers alone', { show: 'headers' }, []],
  ['shows a summary', { show: 'summary' }, []],
  ['blacks something out', {}, [{ kind: 'redact', what: ['codes'], patterns: [] }]],
])('a filter that %s sends no file, and says so', async (_, forwardAction, more) => {
  await filter(forwardAction, more)
  await arrives([file('secret name.pdf'), file('b.pdf')])
  await deliver()
  expect(await kinds()).toEqual(['text'])
  expect((await onPhone())[0]?.text).toContain('2 files are left out')
  expect(await db.selectFrom('message_files').select('n').where('user_id', '=', userId).execute()).toEqual([])
})

test('the web view links to each available file, for anybody with the link and for the owner', async () => {
  await filter()
  await arrives([file('a.pdf'), file('invoice.exe'), file('c.pdf')])
  await deliver()
  const { id: deliveryId, message_id: messageId } = await db
    .selectFrom('deliveries')
    .select(['id', 'message_id'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'mail')
    .executeTakeFirstOrThrow()
  const links = linkAccess(context)
  const { app } = await opened('')
  const codes = async (of: ReadonlyMap<number, string>) =>
    Object.fromEntries(await Promise.all([...of].map(async ([n, href]) => [n, (await app.inject(href)).statusCode])))
  const byLink = { deliveryId, expiresAt: new Date(clock.now().getTime() + 1e8) }
  const [theirs, own] = await Promise.all([byLink, null].map(link => links.fileLinks(userId, messageId ?? '', link)))
  const both = { 0: 200, 2: 200 }
  expect(await codes(theirs ?? new Map())).toEqual(both)
  expect(await codes(own ?? new Map())).toEqual(both)
  const actions = JSON.stringify([{ kind: 'forward', destinationIds: [], show: 'headers' }])
  await db.updateTable('filters').set({ actions }).where('user_id', '=', userId).execute()
  expect(await links.fileLinks(userId, messageId ?? '', byLink)).toEqual(new Map())
  expect(await codes(theirs ?? new Map())).toEqual({ 0: 404, 2: 404 })
  expect(await codes(own ?? new Map())).toEqual(both)
  expect(await links.fileLinks(newId(clock.now()), messageId ?? '', null)).toEqual(new Map())
})

test.each<[string, object]>([
  ['sends no files', { actions: [{ kind: 'forward', destinationIds: [], attachments: false }] }],
  ['shows a summary', { actions: [{ kind: 'forward', destinationIds: [], show: 'summary' }] }],
  [
    'blacks something out',
    {
      actions: [
        { kind: 'forward', destinationIds: [] },
        { kind: 'redact', what: ['codes'], patterns: [] },
      ],
    },
  ],
  ['stays, but whose owner closes the links', {}],
])('a link to a file opens nothing more once its filter %s', async (_, change) => {
  await filter()
  await arrives([file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf')])
  await deliver()
  const text = (await onPhone())[0]?.text ?? ''
  const { answer, path, app } = await opened(text)
  expect(answer.statusCode).toBe(200)
  if ('actions' in change) {
    const actions = JSON.stringify(change.actions)
    await db.updateTable('filters').set({ actions }).where('user_id', '=', userId).execute()
  } else {
    const { message_id } = await db.selectFrom('message_files').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    await closeAttachmentLinks(db, newId(clock.now()), message_id, clock.now())
    expect((await app.inject(path)).statusCode).toBe(200)
    await closeAttachmentLinks(db, userId, message_id, clock.now())
  }
  expect((await app.inject(path)).statusCode).toBe(404)
})

test('showing an email again sends the files that were not sent yet, and no file twice', async () => {
  await filter()
  await arrives([file('a.pdf'), file('b.pdf')])
  await deliver()
  const { id } = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'mail')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(tx => showAgain(tx, userId, id, clock.now()))
  await deliver()
  expect(await kinds()).toEqual(['text', 'document', 'document', 'text'])
})

test('a file beyond the user’s storage is reported and stays in the mailbox', async () => {
  await filter()
  await db
    .insertInto('message_files')
    .values({
      user_id: userId,
      message_id: newId(clock.now()),
      n: 0,
      size_bytes: 524_288_000,
      about: Buffer.from(''),
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + 1e9),
    })
    .execute()
  await arrives([file('a.pdf'), file('b.pdf')])
  await deliver()
  expect(await kinds()).toEqual(['text'])
  expect((await onPhone())[0]?.text).toContain('2 files stay in your mailbox')
})
