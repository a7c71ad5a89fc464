// Tests web push: signed by us, readable only with the browser's keys, and sent only to allowed endpoints.
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { openPushKeys } from './keys.ts'
import { pushTo } from './send.ts'
import { dropSubscriptions, listSubscriptions, saveSubscription } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const master = newKey()
const keys = openUserKeys(master, () => now)
const subject = 'mailto:operator@example.com'
const pushKeys = await openPushKeys(db, master, now)
const notification = { title: 'anna@example.com needs you', text: 'The password was refused. Ä 漢', path: '/email-accounts/1' }

interface PushedRequest {
  headers: IncomingMessage['headers']
  body: Buffer
}
const pushed: PushedRequest[] = []
let responseStatus = 201
const service = createServer((request, response) => {
  const deps: Buffer[] = []
  request.on('data', part => deps.push(Buffer.from(part)))
  request.on('end', () => {
    pushed.push({ headers: request.headers, body: Buffer.concat(deps) })
    response.writeHead(responseStatus).end()
  })
})
await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
const { port } = service.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
afterAll(() => service.close())

beforeEach(() => {
  pushed.length = 0
  responseStatus = 201
})

const lines: string[] = []
const log = openLog('info', { write: line => lines.push(line) })
const outsideAllowing = (allow: string[]) => openOutside({ allow, loopback: false })
const deps = { db, log, keys, pushKeys, subject, outside: outsideAllowing([`127.0.0.1:${port}`]) }

/** A subscribing browser: its endpoint, and keys whose private half only it has. */
function browser(path = newId(now)) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  return { pair, auth, to: { endpoint: `${origin}/${path}`, keys: { p256dh, auth: auth.toString('base64url') } } }
}

async function insertUser(): Promise<string> {
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

test('only the browser can decrypt its push message', async () => {
  const anna = await insertUser()
  const subscription = browser()
  await subscribe(anna, subscription)
  await pushTo(deps, anna, notification)
  const [message] = pushed
  if (!message) throw new Error('No push request was received.')
  expect(JSON.parse(decrypt(message.body, subscription))).toEqual(notification)
  expect(() => decrypt(message.body, browser())).toThrow('authenticate')
  expect(() => decrypt(message.body, { ...subscription, auth: randomBytes(16) })).toThrow('authenticate')
  expect(message.body.length).toBeLessThanOrEqual(4096)
  expect(message.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'high',
    'content-length': `${message.body.length}`,
  })
  expect(message.headers['topic']).toMatch(/^[\w-]{32}$/)
})

test('a request is signed with the key given to the browser, for this push service and some hours', async () => {
  const anna = await insertUser()
  await subscribe(anna, browser())
  await pushTo(deps, anna, notification)
  const header = pushed[0]?.headers.authorization ?? ''
  const claims = verifyVapid(pushKeys.publicKey, header)
  expect(claims).toMatchObject({ aud: origin, sub: subject })
  const hours = (claims.exp * 1000 - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1)
  expect(hours).toBeLessThanOrEqual(24)
  const reopened = await openPushKeys(db, master, now)
  expect(reopened).toEqual(pushKeys)
  expect(() => verifyVapid(createECDH('prime256v1').generateKeys('base64url'), header)).toThrow('Not signed')
})

test('a long notification is truncated to what push services accept', async () => {
  const anna = await insertUser()
  const subscription = browser()
  await subscribe(anna, subscription)
  await pushTo(deps, anna, { ...notification, title: '漢'.repeat(5000), text: '漢'.repeat(5000) })
  expect(pushed[0]?.body.length).toBeLessThanOrEqual(4096)
  expect(JSON.parse(decrypt(pushed[0]?.body ?? Buffer.alloc(0), subscription))).toMatchObject({ path: notification.path })
})

test('an expired subscription is deleted; a temporarily refused one stays', async () => {
  const anna = await insertUser()
  await subscribe(anna, browser())
  for (const status of [500, 429]) {
    responseStatus = status
    await pushTo(deps, anna, notification)
    expect(await listSubscriptions(db, anna)).toHaveLength(1)
  }
  for (const status of [404, 410]) {
    await subscribe(anna, browser('the-same'))
    responseStatus = status
    await pushTo(deps, anna, notification)
    expect(await listSubscriptions(db, anna)).toEqual([])
  }
})

test('only allowed local endpoints are contacted, and no log line contains an endpoint', async () => {
  const anna = await insertUser()
  const subscription = browser('a-secret-of-the-browser')
  await subscribe(anna, subscription)
  await pushTo({ ...deps, outside: outsideAllowing([]) }, anna, notification)
  await pushTo({ ...deps, outside: outsideAllowing([`127.0.0.1:${port + 1}`]) }, anna, notification)
  expect(pushed).toEqual([])
  expect(await listSubscriptions(db, anna)).toHaveLength(1)
  expect(lines.join('')).toContain('could not be reached')
  expect(lines.join('')).not.toContain('a-secret-of-the-browser')
})

test('a browser that subscribes again stays one subscription, of the user who signed in last', async () => {
  const [anna, ben] = [await insertUser(), await insertUser()]
  const shared = browser()
  const first = await subscribe(anna, shared)
  expect(first.device).toEqual({ browser: 'Firefox', system: 'Linux' })
  const renewed = { ...browser(), to: { ...browser().to, endpoint: shared.to.endpoint } }
  expect((await subscribe(anna, renewed)).id).toBe(first.id)
  await subscribe(ben, shared)
  expect(await listSubscriptions(db, anna)).toEqual([])
  await pushTo(deps, anna, notification)
  expect(pushed).toEqual([])
  await pushTo(deps, ben, notification)
  expect(JSON.parse(decrypt(pushed[0]?.body ?? Buffer.alloc(0), shared))).toEqual(notification)
})

test('of two users who subscribe one browser at once, one gets it', async () => {
  const userIds = [await insertUser(), await insertUser()]
  const shared = browser()
  for (let i = 0; i < 5; i++) await Promise.all(userIds.map(one => subscribe(one, shared)))
  const lists = await Promise.all(userIds.map(one => listSubscriptions(db, one)))
  expect(lists.flat()).toHaveLength(1)
})

test('signing out everywhere deletes all subscriptions', async () => {
  const [anna, ben] = [await insertUser(), await insertUser()]
  for (const one of [anna, anna, ben]) await subscribe(one, browser())
  await dropSubscriptions(db, anna)
  expect([await listSubscriptions(db, anna), (await listSubscriptions(db, ben)).length]).toEqual([[], 1])
})

const hmac = (key: Buffer, text: Buffer): Buffer => createHmac('sha256', key).update(text).digest()
const deriveKey = (salt: Buffer, secret: Buffer, info: string | Buffer, bytes: number): Buffer =>
  hmac(hmac(salt, secret), Buffer.concat([Buffer.from(info), Buffer.from([1])])).subarray(0, bytes)

/** Decrypts as a browser does (RFC 8291 §3.4, RFC 8188 §2): salt, record size, the sender's key, then one record. */
function decrypt(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyBytes = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyBytes)
  const record = body.subarray(21 + keyBytes)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = deriveKey(auth, pair.computeSecret(senderKey), keyInfo, 32)
  const key = deriveKey(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = deriveKey(salt, secret, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (plain.subarray(end + 1).some(byte => byte !== 0)) throw new Error('The last record has no valid end.')
  return plain.subarray(0, end).toString()
}

const Claims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() })

/** Verifies the VAPID header (RFC 8292 §3): an ES256 token and its public key. */
function verifyVapid(publicKey: string, header: string): z.infer<typeof Claims> {
  const { token = '', key } = /^vapid t=(?<token>[^,]+), ?k=(?<key>.+)$/.exec(header)?.groups ?? {}
  const [jwtHeader = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const verifyKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = verify('sha256', Buffer.from(`${jwtHeader}.${claims}`), verifyKey, Buffer.from(signature, 'base64url'))
  if (!isSigned || key !== publicKey) throw new Error('Not signed by this key.')
  return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
}
