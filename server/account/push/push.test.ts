// Notices to browsers: what a push service gets is signed by us, opens with the browser's keys alone, and goes nowhere else.
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { openPersonKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { openPushKeys } from './keys.ts'
import { pushTo } from './send.ts'
import { dropSubscriptions, listSubscriptions, saveSubscription } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const master = newKey()
const keys = openPersonKeys(master, () => now)
const subject = 'mailto:operator@example.com'
const pushKeys = await openPushKeys(db, master, now)
const notice = { title: 'anna@example.com needs you', text: 'The password was refused. Ä 漢', path: '/email-accounts/1' }

interface Pushed {
  headers: IncomingMessage['headers']
  body: Buffer
}
const pushed: Pushed[] = []
let answers = 201
const service = createServer((request, response) => {
  const deps: Buffer[] = []
  request.on('data', part => deps.push(Buffer.from(part)))
  request.on('end', () => {
    pushed.push({ headers: request.headers, body: Buffer.concat(deps) })
    response.writeHead(answers).end()
  })
})
await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
const { port } = service.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
afterAll(() => service.close())

beforeEach(() => {
  pushed.length = 0
  answers = 201
})

const lines: string[] = []
const log = openLog('info', { write: line => lines.push(line) })
const allowing = (allow: string[]) => openOutside({ allow, loopback: false })
const deps = { db, log, keys, pushKeys, subject, outside: allowing([`127.0.0.1:${port}`]) }

/** A browser as it subscribes: its endpoint, and the keys that only it has the other half of. */
function browser(path = newId(now)) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  return { pair, auth, to: { endpoint: `${origin}/${path}`, keys: { p256dh, auth: auth.toString('base64url') } } }
}

async function person(): Promise<string> {
  const id = newId(now)
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: false }
  await db
    .insertInto('users')
    .values({ id, email: `${id}@example.com`, ...json, created_at: now, updated_at: now })
    .execute()
  return id
}

async function subscribe(userId: string, { to }: ReturnType<typeof browser>) {
  const contentKey = await keys.contentKeyOf(db, userId)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'
  return db.transaction().execute(tx => saveSubscription(tx, userId, contentKey, { id: newId(now), to, userAgent, now }))
}

test('a browser opens what was pushed to it, and nobody else does', async () => {
  const anna = await person()
  const hers = browser()
  await subscribe(anna, hers)
  await pushTo(deps, anna, notice)
  const [got] = pushed
  if (!got) throw new Error('Nothing came.')
  expect(JSON.parse(opened(got.body, hers))).toEqual(notice)
  expect(() => opened(got.body, browser())).toThrow('authenticate')
  expect(() => opened(got.body, { ...hers, auth: randomBytes(16) })).toThrow('authenticate')
  expect(got.body.length).toBeLessThanOrEqual(4096)
  expect(got.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'high',
    'content-length': `${got.body.length}`,
  })
  expect(got.headers['topic']).toMatch(/^[\w-]{32}$/)
})

test('it is signed by the key that the browser was given, for this push service and for some hours', async () => {
  const anna = await person()
  await subscribe(anna, browser())
  await pushTo(deps, anna, notice)
  const header = pushed[0]?.headers.authorization ?? ''
  const claims = signedBy(pushKeys.publicKey, header)
  expect(claims).toMatchObject({ aud: origin, sub: subject })
  const hours = (claims.exp * 1000 - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1)
  expect(hours).toBeLessThanOrEqual(24)
  const planted = await openPushKeys(db, master, now)
  expect(planted).toEqual(pushKeys)
  expect(() => signedBy(createECDH('prime256v1').generateKeys('base64url'), header)).toThrow('Not signed')
})

test('a notice that is too long is cut to what a push service takes', async () => {
  const anna = await person()
  const hers = browser()
  await subscribe(anna, hers)
  await pushTo(deps, anna, { ...notice, title: '漢'.repeat(5000), text: '漢'.repeat(5000) })
  expect(pushed[0]?.body.length).toBeLessThanOrEqual(4096)
  expect(JSON.parse(opened(pushed[0]?.body ?? Buffer.alloc(0), hers))).toMatchObject({ path: notice.path })
})

test('a browser that its push service knows no more is forgotten; one that is refused for now stays', async () => {
  const anna = await person()
  await subscribe(anna, browser())
  for (const status of [500, 429]) {
    answers = status
    await pushTo(deps, anna, notice)
    expect(await listSubscriptions(db, anna)).toHaveLength(1)
  }
  for (const status of [404, 410]) {
    await subscribe(anna, browser('the-same'))
    answers = status
    await pushTo(deps, anna, notice)
    expect(await listSubscriptions(db, anna)).toEqual([])
  }
})

test('nothing leads to this machine but what the operator allowed, and no line of the log says where a browser is', async () => {
  const anna = await person()
  const hers = browser('a-secret-of-the-browser')
  await subscribe(anna, hers)
  await pushTo({ ...deps, outside: allowing([]) }, anna, notice)
  await pushTo({ ...deps, outside: allowing([`127.0.0.1:${port + 1}`]) }, anna, notice)
  expect(pushed).toEqual([])
  expect(await listSubscriptions(db, anna)).toHaveLength(1)
  expect(lines.join('')).toContain('could not be reached')
  expect(lines.join('')).not.toContain('a-secret-of-the-browser')
})

test('a browser that subscribes again is one, and belongs to who signed in on it last', async () => {
  const [anna, ben] = [await person(), await person()]
  const shared = browser()
  const first = await subscribe(anna, shared)
  expect(first.device).toEqual({ browser: 'Firefox', system: 'Linux' })
  const again = { ...browser(), to: { ...browser().to, endpoint: shared.to.endpoint } }
  expect((await subscribe(anna, again)).id).toBe(first.id)
  await subscribe(ben, shared)
  expect(await listSubscriptions(db, anna)).toEqual([])
  await pushTo(deps, anna, notice)
  expect(pushed).toEqual([])
  await pushTo(deps, ben, notice)
  expect(JSON.parse(opened(pushed[0]?.body ?? Buffer.alloc(0), shared))).toEqual(notice)
})

test('of two who turn one browser on at once, one is told there', async () => {
  const people = [await person(), await person()]
  const shared = browser()
  for (let i = 0; i < 5; i++) await Promise.all(people.map(one => subscribe(one, shared)))
  const lists = await Promise.all(people.map(one => listSubscriptions(db, one)))
  expect(lists.flat()).toHaveLength(1)
})

test('who signs out everywhere is told in no browser any more', async () => {
  const [anna, ben] = [await person(), await person()]
  for (const one of [anna, anna, ben]) await subscribe(one, browser())
  await dropSubscriptions(db, anna)
  expect([await listSubscriptions(db, anna), (await listSubscriptions(db, ben)).length]).toEqual([[], 1])
})

const hmac = (key: Buffer, text: Buffer): Buffer => createHmac('sha256', key).update(text).digest()
const derived = (salt: Buffer, secret: Buffer, info: string | Buffer, bytes: number): Buffer =>
  hmac(hmac(salt, secret), Buffer.concat([Buffer.from(info), Buffer.from([1])])).subarray(0, bytes)

/** RFC 8291 §3.4 and RFC 8188 §2, as a browser does it: salt, record size, our key of this one message, then one record. */
function opened(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyBytes = body.readUInt8(20)
  const senders = body.subarray(21, 21 + keyBytes)
  const record = body.subarray(21 + keyBytes)
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senders])
  const secret = derived(auth, pair.computeSecret(senders), both, 32)
  const key = derived(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(salt, secret, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (plain.subarray(end + 1).some(byte => byte !== 0)) throw new Error('The last record does not end as one.')
  return plain.subarray(0, end).toString()
}

const Claims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() })

/** RFC 8292 §3: an ES256 token and the key it is checked with. */
function signedBy(publicKey: string, header: string): z.infer<typeof Claims> {
  const { token = '', key } = /^vapid t=(?<token>[^,]+), ?k=(?<key>.+)$/.exec(header)?.groups ?? {}
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const checking = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), checking, Buffer.from(signature, 'base64url'))
  if (!isSigned || key !== publicKey) throw new Error('Not signed by this key.')
  return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
}
