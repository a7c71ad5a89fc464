// Tests the webhook over HTTP and PostgreSQL: signatures, repeats, and failures.
import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startWhatsApp } from '../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../test/database.ts'
import { readConfig } from '../foundation/config.ts'
import { openApp } from '../foundation/http/app.ts'
import { openLog } from '../foundation/log.ts'
import { claimInbound, closeInbound, countResponses, sweepInbound } from './inbound-owners.ts'
import { type InboundMessage, type StatusEvent, webhookHandlers, webhookRoute } from './webhook.ts'

const { db } = await testDatabase()
const statuses: StatusEvent[] = []
const inbound: InboundMessage[] = []
const ignored: string[] = []
const told: object[] = []
let committed = 0
let broken: Error | null = null
let poisonedWamid: string | null = null

const app = await openApp(readConfig({}), openLog('silent'))
const log = openLog('silent')
const handlers = webhookHandlers({
  ...{ db, log },
  options: () => ({
    verifyToken: 'sandbox-verify',
    appSecret: 'sandbox-secret',
    numberId: '100000000000001',
    wabaId: '200000000000001',
    provider: 'meta',
  }),
  now: () => new Date('2026-01-01T00:05:00Z'),
  onMoved: async (_tx, moved) => void told.push({ moved }),
  onRenamed: async (_tx, renamed) => void told.push({ renamed }),
  onTemplate: async (_tx, template) => void told.push({ template }),
  onAccount: async account => void told.push({ account }),
  onAlert: notice => void told.push({ notice }),
  onStatus: async (_tx, status) => void statuses.push(status),
  onInbound: async (_tx, message) => {
    if (broken) throw broken
    if (message.wamid === poisonedWamid) throw new TypeError('planted')
    inbound.push(message)
  },
  onCommitted: () => void committed++,
  onIgnored: kind => void ignored.push(kind),
})
app.route({ method: 'GET', url: '/webhooks/whatsapp', handler: handlers.verify })
app.route({ method: 'POST', url: '/webhooks/whatsapp', ...webhookRoute, handler: handlers.receive })
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/whatsapp`
const sandbox = await startWhatsApp({ port: 0, webhookUrl: url, webhookRetryMs: 50, sentDelayMs: 1, deliveredDelayMs: 1 })
afterAll(async () => {
  await sandbox.stop()
  await app.close()
})

beforeEach(async () => {
  await db.deleteFrom('inbound_messages').execute()
  statuses.length = inbound.length = ignored.length = told.length = committed = 0
  broken = poisonedWamid = null
})

const message = (id: string, body: string, timestamp = '1767225601') => ({
  from: '15550100777',
  id,
  timestamp,
  type: 'text',
  text: { body },
})
const payloadOf = (value: object) => ({
  entry: [{ changes: [{ field: 'messages', value: { metadata: { phone_number_id: '100000000000001' }, ...value } }] }],
})
const sign = (body: string, secret = 'sandbox-secret') => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const post = (body: string, signature: string | null = sign(body)) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'x-hub-signature-256': signature }) },
  })
const waiting = () => db.transaction().execute(tx => claimInbound(tx, [], new Date()))

test('the stand-in verifies the webhook, and its events are received', async () => {
  const verified = await fetch(`${sandbox.url}/_sim/webhooks/verify`, { method: 'POST' })
  expect(await verified.json()).toEqual({ verified: true, status: 200 })
  await write('Grüße 👋 "a/b"')
  await vi.waitFor(() => expect(inbound).toHaveLength(1))
  expect(inbound[0]).toMatchObject({
    waId: '15550100777',
    waUserId: expect.stringMatching(/^US\./),
    text: 'Grüße 👋 "a/b"',
    profileName: 'Maya Okoro',
  })
})

test('a wrong signature is refused, and the next, correct one is accepted', async () => {
  await sim('/faults', { action: { kind: 'wrong-signature' } })
  await write('signed')
  await vi.waitFor(() => expect(inbound).toHaveLength(1))
  // The stand-in records our response after we have sent it.
  await vi.waitFor(async () => {
    const { attempts } = (await (await fetch(`${sandbox.url}/_sim/webhooks`)).json()) as { attempts: { status: number }[] }
    expect(attempts.slice(-2).map(attempt => attempt.status)).toEqual([401, 200])
  })
})

test('the statuses of a message contain its echo', async () => {
  const body = { messaging_product: 'whatsapp', to: '15550100777', type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'none' }
  await fetch(`${sandbox.url}/v26.0/100000000000001/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await vi.waitFor(() => expect(statuses.map(status => status.status).sort()).toEqual(['delivered', 'sent']))
})

test('a handshake with another token, or none, is refused', async () => {
  for (const query of [
    '',
    '?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
    '?hub.mode=unsubscribe&hub.verify_token=sandbox-verify&hub.challenge=1',
  ])
    expect((await fetch(url + query)).status).toBe(403)
  const good = await fetch(`${url}?hub.mode=subscribe&hub.verify_token=sandbox-verify&hub.challenge=%3Cb%3E`)
  expect([good.status, good.headers.get('content-type'), await good.text()]).toEqual([200, expect.stringContaining('text/plain'), '<b>'])
})

test.each([
  ['no signature', null],
  ['another secret', sign('{}', 'guess')],
  ['not hexadecimal', 'sha256=zz'],
  ['a short signature', 'sha256=00'],
  ['another body', sign('{ }')],
])('%s is refused', async (_, signature) => {
  expect((await post('{}', signature)).status).toBe(401)
})

test('a message received twice is stored and handled once', async () => {
  const body = JSON.stringify(payloadOf({ messages: [message('wamid.1', 'hi')] }))
  expect([(await post(body)).status, (await post(body)).status]).toEqual([200, 200])
  expect([inbound.length, committed]).toEqual([1, 2])
})

test('if anything fails, nothing is stored, and the repeated webhook is processed in full', async () => {
  const body = JSON.stringify(payloadOf({ messages: [message('wamid.1', 'hi')] }))
  broken = new Error('disk full')
  expect((await post(body)).status).toBe(500)
  expect(await waiting()).toBeNull()
  broken = null
  expect((await post(body)).status).toBe(200)
  expect(inbound).toHaveLength(1)
})

test('a payload larger than the normal body limit is accepted', async () => {
  const body = JSON.stringify(payloadOf({ messages: [message('wamid.1', 'hi')], padding: 'x'.repeat(2 * 1024 * 1024) }))
  expect((await post(body)).status).toBe(200)
  expect(inbound).toHaveLength(1)
})

test('unknown events are counted and answered with 200', async () => {
  expect((await post(JSON.stringify({ entry: [{ changes: [{ field: 'weather', value: {} }] }] }))).status).toBe(200)
  expect(ignored).toEqual(['weather'])
})

test('events about templates, ids and our account are handled; those of another account are not', async () => {
  const entry = (field: string, value: object, id = '200000000000001') => ({ id, time: 1767225601, changes: [{ field, value }] })
  const template = { message_template_id: 7, message_template_name: 'x', message_template_language: 'en' }
  const body = JSON.stringify({
    entry: [
      entry('message_template_status_update', { ...template, event: 'APPROVED', reason: 'NONE' }),
      entry('message_template_status_update', { ...template, event: 'DISABLED' }, 'another'),
      entry('account_update', { event: 'ACCOUNT_RESTRICTION' }),
      entry('security', { event: 'PIN_CHANGED', requester: '1' }),
    ],
  })
  expect((await post(body)).status).toBe(200)
  expect(told).toEqual([
    {
      template: {
        metaId: '7',
        name: 'x',
        language: 'en',
        at: new Date(1767225601000),
        change: expect.objectContaining({ event: 'APPROVED' }),
      },
    },
    { account: { event: 'ACCOUNT_RESTRICTION', state: 'restricted', until: null, at: new Date(1767225601000) } },
    { notice: { field: 'security', detail: 'PIN_CHANGED 1' } },
  ])
  expect(ignored).toEqual(['another_account'])
  expect((await post(body, sign(body, 'guessed'))).status).toBe(401)
  expect(told).toHaveLength(3)
})

test('the largest payload that Meta posts is accepted, and a larger one is refused', async () => {
  const one = (n: number) => ({ id: `wamid.${n}`, status: 'sent', timestamp: '1767225601', recipient_id: '15550100777' })
  const body = (count: number) => JSON.stringify(payloadOf({ statuses: Array.from({ length: count }, (_, n) => one(n)) }))
  const most = Math.floor((3 * 1024 * 1024 - 200) / (JSON.stringify(one(99_999)).length + 1))
  expect((await post(body(most))).status).toBe(200)
  expect(statuses).toHaveLength(most)
  expect((await post(body(most * 2))).status).toBe(413)
})

test('360dialog, which does not sign, sends the verify token; nothing else is accepted', async () => {
  const parts = {
    ...{ db, log },
    options: () => ({
      verifyToken: 'sandbox-verify',
      appSecret: 'sandbox-secret',
      numberId: '100000000000001',
      wabaId: '2',
      provider: '360dialog' as const,
    }),
    now: () => new Date('2026-01-01T00:05:00Z'),
  }
  const nothing = async () => undefined
  const quiet = { onMoved: nothing, onRenamed: nothing, onTemplate: nothing, onAccount: nothing, onAlert: () => undefined }
  const dialog = await openApp(readConfig({}), openLog('silent'))
  const taken: string[] = []
  const onStatus = async (_tx: unknown, { wamid }: StatusEvent) => void taken.push(wamid)
  dialog.route({
    method: 'POST',
    url: '/hear',
    handler: webhookHandlers({ ...parts, ...quiet, onStatus, onInbound: nothing }).receive,
  })
  const body = JSON.stringify(payloadOf({ statuses: [{ id: 'wamid.1', status: 'sent', timestamp: '1767225601' }] }))
  const ask = (headers: object) =>
    dialog.inject({ method: 'POST', url: '/hear', body, headers: { 'content-type': 'application/json', ...headers } })
  expect((await ask({ authorization: 'Bearer guessed' })).statusCode).toBe(401)
  expect((await ask({ 'x-hub-signature-256': sign(body) })).statusCode).toBe(401)
  expect(taken).toEqual([])
  expect((await ask({ authorization: 'Bearer sandbox-verify' })).statusCode).toBe(200)
  expect(taken).toEqual(['wamid.1'])
  await dialog.close()
})

test('the returned functions of statuses run after everything else in the webhook', async () => {
  const order: string[] = []
  const nothing = async () => undefined
  const quiet = { onMoved: nothing, onRenamed: nothing, onTemplate: nothing, onAccount: nothing, onAlert: () => undefined }
  const ours = { verifyToken: '', appSecret: 'sandbox-secret', numberId: '100000000000001', wabaId: '2', provider: 'meta' as const }
  const onStatus = async (_tx: unknown, { wamid }: StatusEvent) => {
    order.push(wamid)
    return async () => void order.push(`last of ${wamid}`)
  }
  const onInbound = async (_tx: unknown, { wamid }: InboundMessage) => void order.push(wamid)
  const later = await openApp(readConfig({}), openLog('silent'))
  later.route({
    method: 'POST',
    url: '/hear',
    handler: webhookHandlers({
      ...{ db, log },
      options: () => ours,
      ...quiet,
      now: () => new Date('2026-01-01T00:05:00Z'),
      onStatus,
      onInbound,
    }).receive,
  })
  const status = (id: string) => ({ id, status: 'failed', timestamp: '1767225601' })
  const body = JSON.stringify(payloadOf({ statuses: [status('wamid.1'), status('wamid.2')], messages: [message('wamid.3', 'hello')] }))
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) }
  expect((await later.inject({ method: 'POST', url: '/hear', body, headers })).statusCode).toBe(200)
  expect(order).toEqual(['wamid.1', 'wamid.2', 'wamid.3', 'last of wamid.1', 'last of wamid.2'])
  await later.close()
})

test('messages are claimed oldest first, one at a time per sender, and never by two processes at once', async () => {
  const messages = [
    message('wamid.2', 'START', '1767225602'),
    message('wamid.1', 'STOP', '1767225601'),
    { ...message('wamid.3', 'other', '1767225603'), from: '15550100888' },
  ]
  await post(JSON.stringify(payloadOf({ messages })))
  await db.transaction().execute(async first => {
    expect((await claimInbound(first, [], new Date()))?.wamid).toBe('wamid.1')
    await db.transaction().execute(async second => {
      expect((await claimInbound(second, [], new Date()))?.wamid).toBe('wamid.3')
      expect(await claimInbound(second, ['wamid.3'], new Date())).toBeNull()
    })
    await closeInbound(first, 'wamid.1', 'stopped', new Date())
  })
  expect((await waiting())?.wamid).toBe('wamid.2')
})

test('an answered message keeps the kind of response and loses its text', async () => {
  await post(JSON.stringify(payloadOf({ messages: [message('wamid.1', 'private words')] })))
  const at = new Date('2026-01-01T12:00:00Z')
  await db.transaction().execute(tx => closeInbound(tx, 'wamid.1', 'wrong_code', at))
  expect(await db.selectFrom('inbound_messages').select('body').execute()).toEqual([{ body: { answer: 'wrong_code' } }])
  expect(await countResponses(db, '15550100777', ['wrong_code'], at)).toBe(1)
  expect(await countResponses(db, '15550100777', ['wrong_code'], new Date(at.getTime() + 1))).toBe(0)
  expect(await countResponses(db, '15550100777', ['help'], at)).toBe(0)
  expect(await countResponses(db, '15550100888', ['wrong_code'], at)).toBe(0)
})

test('messages are deleted 30 days after the response; unanswered ones and the newest of all stay', async () => {
  const messages = ['1', '2', '3', '4'].map((n, i) => ({ ...message(`wamid.${n}`, 'hello', `176722560${n}`), from: `1555010088${i}` }))
  await post(JSON.stringify(payloadOf({ messages })))
  const at = new Date('2026-01-01T12:00:00Z')
  for (const n of ['1', '3', '4']) await db.transaction().execute(tx => closeInbound(tx, `wamid.${n}`, 'help', at))
  expect(await sweepInbound(db, new Date(at.getTime() + 30 * 86_400_000))).toBe(0)
  expect(await sweepInbound(db, new Date(at.getTime() + 30 * 86_400_000 + 1))).toBe(2)
  const left = await db.selectFrom('inbound_messages').select('wamid').orderBy('wamid').execute()
  expect(left.map(row => row.wamid)).toEqual(['wamid.2', 'wamid.4'])
})

const sim = (path: string, body: unknown) =>
  fetch(`${sandbox.url}/_sim${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const write = (text: string) => sim('/phones/15550100777/messages', { text })

test('an event that always fails holds up no other of its webhook, and is set aside after eight tries', async () => {
  poisonedWamid = 'wamid.poison'
  const body = JSON.stringify(
    payloadOf({
      statuses: [{ id: 'wamid.ours', status: 'delivered', timestamp: '1767225601' }],
      messages: [message('wamid.poison', 'hello'), { ...message('wamid.stop', 'STOP'), from: '15550100888' }],
    }),
  )
  const codes: number[] = []
  for (let n = 0; n < 8; n++) codes.push((await post(body)).status)
  expect(codes).toEqual([...Array.from({ length: 7 }, () => 500), 200])
  expect(inbound.map(({ wamid }) => wamid)).toEqual(['wamid.stop'])
  expect(new Set(statuses.map(({ wamid }) => wamid))).toEqual(new Set(['wamid.ours']))
  const aside = await db.selectFrom('set_aside').select(['kind', 'id', 'error', 'attempts']).where('set_aside_at', 'is not', null).execute()
  expect(aside).toEqual([{ kind: 'webhook', id: 'wamid.poison', error: 'TypeError', attempts: 8 }])
})

test('a body that nobody signed is not even parsed, and a signed one that is not JSON is refused', async () => {
  const ask = (body: string, signature: string) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature } })
  expect((await ask('not JSON', `sha256=${'0'.repeat(64)}`)).status).toBe(401)
  expect((await ask('not JSON', sign('not JSON'))).status).toBe(400)
})
