// Tests what realtime refuses: forged joins, expired sessions, garbage and floods.
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../server/foundation/clock.ts'
import { publishableKey } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { bareSocket, joining, keepMessage, liveServer, signUp } from './realtime-wire.ts'

const database = await testDatabase()
const { db } = database
const server = await liveServer(database)
const maya = await signUp(server)
const noor = await signUp(server)
const messages = { event: '*', schema: 'public', table: 'messages' }

async function reasonOf(frame: ReturnType<typeof joining>): Promise<string> {
  const bare = await bareSocket(server)
  bare.send(frame)
  const { status, response } = await bare.answer('1')
  bare.socket.close()
  return `${String(status)}: ${Object.values(response ?? {}).join()}`
}

const tampered = `${maya.token.slice(0, -6)}AAAAAA`

test.each([
  ['without a token', joining(null), 'Sign in first'],
  ['by the key of the page alone', joining(publishableKey), 'Sign in first'],
  ['with a token whose signature is wrong', joining(tampered), 'InvalidJWTToken'],
  ['with no token at all in its place', joining('x'.repeat(300)), 'InvalidJWTToken'],
  [
    'for rows of another person',
    joining(maya.token, [{ ...messages, filter: `user_id=eq.${noor.userId}` }]),
    'only listen to changes of your own rows',
  ],
  ['to the private topic of another person', joining(maya.token, [], `user:${noor.userId}`, true), 'permissions to read'],
  ['to a private topic that only begins like her own', joining(maya.token, [], `user:${maya.userId}0`, true), 'permissions to read'],
  ['to a room of everybody', joining(maya.token, [], 'lobby'), 'PrivateOnly'],
  ['that is none', ['1', '1', 'realtime:mail', 'phx_join', { config: 7 }] as ReturnType<typeof joining>, 'InvalidJoin'],
])('a join %s is refused in words', async (_, frame, words) => {
  expect(await reasonOf(frame)).toMatch(new RegExp(`^error: .*${words}`))
})

test.each([
  ['a table that nobody is told of', { table: 'sessions' }, '[event: *, schema: public, table: sessions, filters: [], select: nil]'],
  ['a schema of the service', { schema: 'auth' }, '[event: *, schema: auth, table: messages, filters: [], select: nil]'],
])('a join for %s succeeds, then the channel hears that nothing is subscribed to, and hears no changes', async (_, requested, words) => {
  const bare = await bareSocket(server)
  const asked = [messages, { ...messages, ...requested }]
  bare.send(joining(maya.token, asked))
  expect(await bare.answer('1')).toEqual({ status: 'ok', response: { postgres_changes: asked.map((one, at) => ({ id: at + 1, ...one })) } })
  const told = await vi.waitFor(() => {
    const system = bare.frames.find(frame => frame[3] === 'system')
    if (!system) throw new Error('Nothing was told.')
    return system[4]
  })
  expect(told).toEqual({
    ...{ extension: 'postgres_changes', status: 'error', channel: 'mail' },
    message: `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${words}`,
  })
  const other = await bareSocket(server)
  other.send(joining(maya.token, [messages]))
  await other.answer('1')
  await keepMessage(db, maya.userId)
  await vi.waitFor(() => expect(other.frames.at(-1)?.[3]).toBe('postgres_changes'), 8000)
  expect(bare.frames.map(frame => frame[3])).not.toContain('postgres_changes')
})

test('a token that has expired is refused, and one that expires ends its channel', async () => {
  const own = await liveServer(database, {}, { accessTokenSeconds: 40 })
  const person = await signUp(own)
  const bare = await bareSocket(own)
  bare.send(joining(person.token))
  expect(await bare.answer('1')).toMatchObject({ status: 'ok' })
  own.wait(41_000)
  await vi.waitFor(() => expect(bare.frames.map(frame => frame[3])).toContain('phx_close'), 8000)
  expect(bare.frames.find(frame => frame[3] === 'system' && frame[4]['status'] === 'error')?.[4]['message']).toContain('expired')
  const late = await bareSocket(own)
  late.send(joining(person.token))
  expect(await late.answer('1')).toMatchObject({ status: 'error', response: { reason: expect.stringContaining('expired') } })
})

test('a session that was signed out is refused, and a heartbeat finds its channel', async () => {
  const person = await signUp(server)
  const bare = await bareSocket(server)
  bare.send(joining(person.token))
  await bare.answer('1')
  await person.client.auth.signOut({ scope: 'global' })
  server.wait(3100)
  bare.send([null, '2', 'phoenix', 'heartbeat', {}])
  expect(await bare.answer('2')).toEqual({ status: 'ok', response: {} })
  await vi.waitFor(() => expect(bare.frames.at(-1)?.[3]).toBe('phx_close'))
  expect(await reasonOf(joining(person.token))).toContain('ended')
})

test('a token of another person ends the channel, and nothing of that person is heard', async () => {
  const bare = await bareSocket(server)
  bare.send(joining(maya.token))
  await bare.answer('1')
  bare.send(['1', '2', 'realtime:mail', 'access_token', { access_token: noor.token }])
  await vi.waitFor(() => expect(bare.frames.at(-1)?.[3]).toBe('phx_close'))
  await keepMessage(db, noor.userId)
  bare.send(['1', '3', 'realtime:mail', 'phx_leave', {}])
  expect(await bare.answer('3')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  expect(bare.frames.map(frame => frame[3])).not.toContain('postgres_changes')
})

test('what is bound is answered in the order of asking, ok comes first, and leaving is answered before it closes', async () => {
  const bare = await bareSocket(server)
  const asked = [{ ...messages, event: 'UPDATE' }, messages, { event: 'INSERT', schema: 'public', table: 'deliveries' }]
  bare.send(joining(maya.token, asked))
  const { response } = await bare.answer('1')
  expect(response).toEqual({ postgres_changes: asked.map((one, at) => ({ id: at + 1, ...one })) })
  await keepMessage(db, maya.userId)
  await vi.waitFor(() => expect(bare.frames.at(-1)?.[4]).toMatchObject({ ids: [2], data: { type: 'INSERT', table: 'messages' } }), 8000)
  bare.send(['1', '2', 'realtime:mail', 'phx_leave', {}])
  await bare.answer('2')
  await vi.waitFor(() =>
    expect(bare.frames.map(frame => frame[3])).toEqual(['phx_reply', 'system', 'postgres_changes', 'phx_reply', 'phx_close']),
  )
})

test('a broadcast on a channel for changes is refused, as bytes too', async () => {
  const bare = await bareSocket(server)
  bare.send(joining(maya.token))
  await bare.answer('1')
  bare.send(['1', '2', 'realtime:mail', 'broadcast', { event: 'e', payload: {} }])
  expect(await bare.answer('2')).toMatchObject({ status: 'error', response: { reason: expect.stringContaining('PrivateOnly') } })
  const parts = ['1', '3', 'realtime:mail', 'e', ''].map(part => Buffer.from(part))
  bare.send(Buffer.concat([Buffer.of(3, ...parts.map(part => part.length), 1), ...parts, Buffer.from('{}')]))
  expect(await bare.answer('3')).toMatchObject({ status: 'error' })
  bare.send(['1', '4', 'realtime:mail', 'anything', {}])
  expect(await bare.answer('4')).toMatchObject({ status: 'error', response: { reason: 'UnknownEvent: anything' } })
})

test.each([
  ['garbage', 'hello', 1003],
  ['garbage in bytes', Buffer.of(9, 9, 9), 1003],
  ['a frame that is too large', JSON.stringify([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(70_000) }]), 1009],
])('%s ends the socket', async (_, frame, code) => {
  const bare = await bareSocket(server)
  bare.send(frame)
  expect(await bare.closed).toBe(code)
})

test('too many messages end the socket, too many channels are refused', async () => {
  const bare = await bareSocket(server)
  for (let n = 1; n <= 21; n++) bare.send(['1', String(n), `realtime:mail ${n}`, 'phx_join', joining(maya.token)[4]])
  expect(await bare.answer('20')).toMatchObject({ status: 'ok' })
  expect(await bare.answer('21')).toMatchObject({
    status: 'error',
    response: { reason: expect.stringContaining('ChannelRateLimitReached') },
  })
  for (let n = 22; n <= 400; n++) bare.send([null, String(n), 'phoenix', 'heartbeat', {}])
  expect(await bare.closed).toBe(1008)
})

test('a socket that joins nothing is closed after ten seconds', async () => {
  const own = await liveServer(database)
  const bare = await bareSocket(own)
  own.wait(10_001)
  expect(await bare.closed).toBe(1008)
})

test('an open socket is closed within seconds after its address was blocked', async () => {
  const blocked = new Set(['192.0.2.1'])
  const own = await liveServer(database, { isBlocked: ip => blocked.has(ip) })
  const { token } = await signUp(own)
  const bare = await bareSocket(own)
  bare.send(joining(token))
  expect(await bare.answer('1')).toMatchObject({ status: 'ok' })
  blocked.add('127.0.0.1')
  const closed = await Promise.race([bare.closed, systemClock.sleep(4000)])
  expect(closed).toBe(1008)
})

test('a socket that joins with the key only and never authenticates is closed too', async () => {
  const own = await liveServer(database)
  const socket = new WebSocket(`${own.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`)
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  const closed = new Promise<number>(done => socket.addEventListener('close', ({ code }) => done(code)))
  await new Promise(done => socket.addEventListener('open', done))
  const [join_ref, ref, topic, event, payload] = joining(publishableKey)
  socket.send(JSON.stringify({ topic, event, payload, ref, join_ref }))
  await vi.waitFor(() => expect(heard.join()).toContain('"status":"ok"'), 8000)
  own.wait(10_001)
  expect(await closed).toBe(1008)
})

test.each([
  ['without a key', 'vsn=2.0.0', 401],
  ['with a wrong key', 'apikey=sb_publishable_other&vsn=2.0.0', 401],
  ['in another version', `apikey=${publishableKey}&vsn=3.0.0`, 400],
])('no socket is opened %s', async (_, query, status) => {
  await expect(bareSocket(server, query)).rejects.toThrow(String(status))
})

test('no other URL opens a socket or holds one open', async () => {
  const upgrade = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const status = await new Promise(done => {
    request(`${server.url}/auth/v1/health`, { headers: upgrade }, answer => done(answer.statusCode)).end()
  })
  expect(status).toBe(404)
})

test('a server that stops says goodbye to its sockets and waits for none that does not answer', async () => {
  const own = await liveServer(database)
  const person = await signUp(own)
  const [bare, deaf] = [await bareSocket(own), await bareSocket(own)]
  bare.send(joining(person.token))
  await bare.answer('1')
  deaf.socket.pause()
  const began = performance.now()
  await own.stop()
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(await bare.closed).toBe(1001)
  await expect(bareSocket(own)).rejects.toThrow()
})
