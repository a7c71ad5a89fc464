// Tests the web view of an email on a real database: who may open it, what is counted, and when it is deleted.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { plainView } from '../../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../../test/database.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import { digest, newId, newKey } from '../../../foundation/seal.ts'
import { loadWords } from '../../../foundation/words.ts'
import { eraseExpired } from '../../erasing/owners.ts'
import { openParser } from '../../parsing/parse.ts'
import { saveOnce } from '../store.ts'
import { openDevices } from './device.ts'
import { webViewHandlers } from './handlers.ts'
import { webViewLink } from './link.ts'
import { saveLinks } from './links-owners.ts'
import { sweepWebViews } from './owners.ts'
import { savePages, webViewLinkMs } from './store.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-22T10:00:00Z')
const master = newKey()
const parser = openParser({ workers: 1, timeoutMs: 10_000 })
afterAll(parser.stop)
const keys = openUserKeys(master, () => start)
let now = start
let asks = false
let days = 30
/** By the current filter. */
let shows = true
/** When the user signed out everywhere. */
let forgottenAt: Date | null = null
const filesClosed: string[] = []
const devices = openDevices(master, () => start, true)
const handlers = webViewHandlers({
  ...{ db, keys, words: loadWords(), devices, now: () => now, showsWhole: async () => shows, devicesForgottenAt: async () => forgottenAt },
  fileLinks: async () => new Map(),
  closeFileLinks: async (_, messageId) => void filesClosed.push(messageId),
  asksSignIn: async () => asks,
  retentionDays: async () => days,
  verifySession: async bearer => ({ userId: bearer, sessionId: '', isSecondStepDue: bearer.endsWith('!'), hasSecondStep: false }),
})
beforeEach(() => {
  now = start
  asks = false
  days = 30
  shows = true
})

const raw = [
  'From: Harbour <news@harbour.example>',
  'Subject: Ferries',
  'Content-Type: multipart/related; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Ferries <b>sail</b> <img src="cid:one@h"><img src="cid:two@h"></p>',
  ...['one@h', 'unnamed@h', 'two@h'].flatMap((id, at) => [
    '--b',
    `Content-Type: ${at === 2 ? 'image/svg+xml' : 'image/png'}`,
    `Content-ID: <${id}>`,
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0KGgo=',
  ]),
  '--b--',
].join('\r\n')

async function kept(isForOwner = false) {
  const userId = newId(start)
  const id = newId(start)
  const mail = { kind: 'imap' as const, raw: Buffer.from(raw), sizeBytes: raw.length, reduced: null }
  const arrived = {
    ...mail,
    ...{ userId, mailboxId: newId(start), sourceKey: `INBOX:1:${id}`, contentHash: digest(id), uidValidity: 1, uid: 1, arrivedAt: start },
  }
  const contentKey = await keys.contentKeyOf(db, userId)
  const packed = await parser.pageOf(mail)
  await db.transaction().execute(async tx => {
    await saveOnce(tx, userId, contentKey, [{ id, arrived, view: plainView({ subject: 'Ferries' }) }])
    if (packed) await savePages(tx, userId, contentKey, [{ messageId: id, packed }], start)
  })
  const link = webViewLink(link => saveLinks(db, [link], start), userId, {
    publicUrl: 'https://m.example',
    messageId: id,
    deliveryId: newId(start),
    isForOwner,
    isLook: false,
  })
  await link.save()
  return { userId, id, token: link.url.split('/').at(-1) ?? '' }
}

const requestOf = (headers: Record<string, string> = {}, ip = '192.0.2.1'): FastifyRequest => ({ headers, ip }) as unknown as FastifyRequest
const asking = { params: undefined, query: undefined }
const open = (token: string, headers?: Record<string, string>, ip?: string) =>
  handlers.view({ ...asking, body: { token }, request: requestOf(headers, ip) }).catch((error: unknown) => {
    if (error instanceof HttpError) return { status: error.status, code: error.code, message: error.message }
    throw error
  })
const own = (userId: string, id: string) => ({ ...asking, userId, sessionId: '', params: { id }, body: undefined, request: requestOf() })
const gone = { status: 404, code: 'not_found', message: loadWords().of('mail')('whole.gone') }

test('a link opens its email with HTML and inline pictures, and each view is counted', async () => {
  const { userId, id, token } = await kept()
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(await open(token)).toMatchObject({
    subject: 'Ferries',
    isForOwner: false,
    page: {
      html: expect.stringContaining('<b>sail</b>'),
      isCut: false,
      pictures: [{ id: 'one@h', type: 'image/png', data: 'iVBORw0KGgo=' }],
    },
  })
  now = new Date(start.getTime() + 60_000)
  await open(token)
  const { items } = await handlers.links(own(userId, id))
  expect(items).toMatchObject([{ views: 2, lastViewedAt: now.toISOString(), isOpen: true }])
  const row = await db.selectFrom('web_view_links').selectAll().where('message_id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(token)
})

test('wrong, expired and closed links, and links to erased emails, get the same response', async () => {
  const [over, closed, erased] = [await kept(), await kept(), await kept()]
  await handlers.close(own(closed.userId, closed.id))
  expect(filesClosed).toContain(closed.id)
  await db.updateTable('messages').set({ view: null }).where('id', '=', erased.id).execute()
  expect(await Promise.all(['', 'x'.repeat(22), closed.token, erased.token].map(token => open(token)))).toEqual([gone, gone, gone, gone])
  now = new Date(start.getTime() + webViewLinkMs)
  expect(await open(over.token)).toEqual(gone)
})

test('a link lasts a week, and no longer than its email’s retention', async () => {
  const { userId, id, token } = await kept()
  const until = (ms: number) => ({ expiresAt: new Date(start.getTime() + ms).toISOString() })
  expect(await open(token)).toMatchObject(until(webViewLinkMs))
  days = 2
  expect(await open(token)).toMatchObject(until(2 * 86_400_000))
  expect((await handlers.links(own(userId, id))).items).toMatchObject([until(2 * 86_400_000)])
})

test('only the owner can see, list or close an email’s links', async () => {
  const { id, token } = await kept()
  const other = newId(start)
  for (const asked of [handlers.close, handlers.links, handlers.whole])
    await expect(asked(own(other, id))).rejects.toMatchObject({ status: 404 })
  expect(await open(token)).toMatchObject({ subject: 'Ferries' })
})

test('where a filter hides content, only the fully signed-in owner can open the link', async () => {
  const { userId, token } = await kept(true)
  const as = (who: string) => open(token, { authorization: `Bearer ${who}` })
  expect(await open(token)).toMatchObject({ status: 401, code: 'sign_in_first' })
  expect(await as(newId(start))).toMatchObject({ status: 401, code: 'other_person' })
  expect(await as(userId)).toMatchObject({ subject: 'Ferries', isForOwner: true })
})

test('when a filter hides content now, older links open for the owner alone', async () => {
  const { userId, id, token } = await kept()
  shows = false
  expect(await open(token)).toMatchObject({ status: 401, code: 'sign_in_first' })
  expect(await open(token, { authorization: `Bearer ${userId}` })).toMatchObject({ subject: 'Ferries', isForOwner: true })
  expect((await handlers.links(own(userId, id))).items).toMatchObject([{ isForOwner: true }])
})

test('a user who chose so has to sign in on unknown devices, and is recognized on known ones', async () => {
  const { userId, token } = await kept()
  asks = true
  expect(await open(token)).toMatchObject({ status: 401 })
  const cookies: string[] = []
  const reply = { header: (_: string, value: string) => cookies.push(value) } as unknown as FastifyReply
  devices.mark(userId, requestOf(), reply)
  devices.mark(newId(start), requestOf(), reply)
  const [mine = '', theirs = ''] = cookies.map(cookie => cookie.split(';')[0] ?? '')
  expect(cookies[0]).toMatch(/HttpOnly; SameSite=Strict; Secure/)
  expect(await open(token, { cookie: `a=b; ${mine}` })).toMatchObject({ subject: 'Ferries' })
  expect(await open(token, { cookie: theirs })).toMatchObject({ status: 401 })
  // Whoever signs out everywhere does not leave a device that opens links.
  forgottenAt = new Date(start.getTime() + 1000)
  expect(await open(token, { cookie: mine })).toMatchObject({ status: 401 })
  forgottenAt = new Date(start.getTime() - 1000)
  expect(await open(token, { cookie: mine })).toMatchObject({ subject: 'Ferries' })
  forgottenAt = null
  expect(await open(token, { cookie: `${mine.split('=')[0]}=${theirs.split('=')[1]}` })).toMatchObject({ status: 401 })
})

test('a client that guesses many tokens has to wait, and others do not', async () => {
  const { token } = await kept()
  for (let i = 0; i < 30; i++) await open(`wrong${i}`, {}, '192.0.2.99')
  expect(await open(token, {}, '192.0.2.99')).toMatchObject({ status: 429 })
  expect(await open(token)).toMatchObject({ subject: 'Ferries' })
})

test('pages and links are deleted with their email’s content, and when they expire', async () => {
  const { userId, id } = await kept()
  const left = async (table: 'web_views' | 'web_view_links') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  await sweepWebViews(db, new Date(start.getTime() + webViewLinkMs - 1))
  expect([await left('web_views'), await left('web_view_links')]).toEqual([1, 1])
  await sweepWebViews(db, new Date(start.getTime() + webViewLinkMs + 1))
  expect([await left('web_views'), await left('web_view_links')]).toEqual([0, 1])
  expect(await handlers.whole(own(userId, id))).toMatchObject({ subject: 'Ferries', page: null })
  await eraseExpired(db, new Date(start.getTime() + 40 * 86_400_000), 30, 100, async () => undefined)
  expect(await left('web_view_links')).toBe(0)
})
