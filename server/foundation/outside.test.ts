// Tests that outgoing connections to private addresses are refused, even when a name resolves to them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { OutsideError, openOutside } from './outside.ts'

const server = createServer((request, response) => {
  if (request.url === '/slow') return
  if (request.url === '/cut') return void request.socket.destroy()
  response.end(`${request.method} ${request.url}`)
})
let port = 0
beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', () => done(void (port = (server.address() as AddressInfo).port)))))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const guarded = openOutside({ allow: [], loopback: false, resolve: async () => [{ address: '10.1.2.3', family: 4 }] })
const open = openOutside({ allow: [], loopback: true })
const failureOf = (work: Promise<unknown>): Promise<OutsideError> =>
  work.then(
    () => Promise.reject(new Error('it was allowed')),
    error => (error instanceof OutsideError ? error : Promise.reject(error)),
  )

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.20.1.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fec0::1',
  '::1%lo',
])('%s is refused', async host => {
  expect((await failureOf(guarded.addressOf(host, 993))).kind).toBe('refused')
})

test.each([
  ['93.184.215.14', 4],
  ['2606:2800:21f:cb07::1', 6],
  ['::ffff:93.184.215.14', 6],
  ['64:ff9b::93.184.215.14', 6],
])('the public address %s is allowed', async (address, family) => {
  await expect(guarded.addressOf(address, 993)).resolves.toEqual({ address, family })
})

test('a name that resolves to a private address is refused, unless the operator allows it', async () => {
  expect((await failureOf(guarded.addressOf('mail.example.com', 993))).kind).toBe('refused')
  const allowed = openOutside({
    allow: ['mail.example.com:993'],
    loopback: false,
    resolve: async () => [{ address: '10.1.2.3', family: 4 }],
  })
  await expect(allowed.addressOf('mail.example.com', 993)).resolves.toMatchObject({ address: '10.1.2.3' })
  expect((await failureOf(allowed.addressOf('mail.example.com', 25))).kind).toBe('refused')
})

test('of a private and a public address the public one is used', async () => {
  const mixed = openOutside({
    allow: [],
    loopback: false,
    resolve: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '93.184.215.14', family: 4 },
    ],
  })
  await expect(mixed.addressOf('mail.example.com', 993)).resolves.toMatchObject({ address: '93.184.215.14' })
})

test('a request returns status and body', async () => {
  const reply = await open.request({ method: 'POST', url: `http://127.0.0.1:${port}/x`, body: 'hello', timeoutMs: 2000 })
  expect([reply.status, reply.body.toString()]).toEqual([200, 'POST /x'])
})

test('a request that reached the server may have arrived', async () => {
  expect(await failureOf(open.request({ method: 'POST', url: `http://127.0.0.1:${port}/cut`, body: 'x', timeoutMs: 2000 }))).toMatchObject({
    kind: 'connection',
    mayHaveArrived: true,
  })
  expect(await failureOf(open.request({ method: 'POST', url: `http://127.0.0.1:${port}/slow`, body: 'x', timeoutMs: 100 }))).toMatchObject({
    kind: 'timeout',
    mayHaveArrived: true,
  })
})

test('a request without a listening server has not arrived', async () => {
  const closed = createTcp()
  await new Promise<void>(done => closed.listen(0, '127.0.0.1', done))
  const unusedPort = (closed.address() as AddressInfo).port
  await new Promise(done => closed.close(done))
  expect(
    await failureOf(open.request({ method: 'POST', url: `http://127.0.0.1:${unusedPort}/`, body: 'x', timeoutMs: 2000 })),
  ).toMatchObject({
    kind: 'connection',
    mayHaveArrived: false,
  })
})

test.each<[string, (socket: Socket) => void]>([
  ['closes before TLS', socket => void socket.destroy()],
  ['never answers TLS', () => undefined],
  ['speaks plain HTTP', socket => void socket.end('HTTP/1.1 200 OK\r\n\r\n')],
])('a request to a server that %s has not arrived', async (_, behave) => {
  const broken = createTcp(socket => {
    socket.on('error', () => undefined)
    behave(socket)
  })
  await new Promise<void>(done => broken.listen(0, '127.0.0.1', done))
  onTestFinished(() => void broken.close())
  const { port: brokenPort } = broken.address() as AddressInfo
  const failure = await failureOf(open.request({ method: 'POST', url: `https://127.0.0.1:${brokenPort}/`, body: 'x', timeoutMs: 300 }))
  expect(failure.mayHaveArrived).toBe(false)
})

const closingServer = `
  const server = require('node:http').createServer((request, response) => {
    response.end('here')
    setTimeout(() => request.socket.end(), 300)
  })
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))
`

test('a connection that the server closed while this process was busy is not reused', async () => {
  const worker = new Worker(closingServer, { eval: true })
  onTestFinished(async () => void (await worker.terminate()))
  const [workerPort] = await once(worker, 'message')
  const ask = { method: 'POST' as const, url: `http://127.0.0.1:${workerPort}/`, body: 'x', timeoutMs: 20_000 }
  expect((await open.request(ask)).status).toBe(200)
  // Blocks the event loop, so that neither the close nor a timer is noticed.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200)
  expect((await open.request(ask)).status).toBe(200)
})

test('a look-up that hangs ends with the request’s deadline, and nothing has arrived', async () => {
  const slow = openOutside({ allow: [], loopback: true, resolve: () => new Promise(() => undefined) })
  const began = performance.now()
  const failure = await failureOf(slow.request({ method: 'GET', url: 'https://graph.example.com/', timeoutMs: 200 }))
  expect([failure.kind, failure.mayHaveArrived]).toEqual(['timeout', false])
  expect(performance.now() - began).toBeLessThan(2000)
})

test('a slow look-up and a slow answer share one deadline', async () => {
  const resolve = async () => {
    await new Promise(done => setTimeout(done, 300))
    return [{ address: '127.0.0.1', family: 4 as const }]
  }
  const slow = openOutside({ allow: [], loopback: true, resolve })
  const began = performance.now()
  const failure = await failureOf(slow.request({ method: 'GET', url: `http://slow.example.com:${port}/slow`, timeoutMs: 500 }))
  expect(failure.kind).toBe('timeout')
  expect(performance.now() - began).toBeLessThan(750)
})

test('a look-up that never ends is given up', { timeout: 15_000 }, async () => {
  const slow = openOutside({ allow: [], loopback: true, resolve: () => new Promise(() => undefined) })
  expect((await failureOf(slow.addressOf('imap.example.com', 993))).kind).toBe('timeout')
})
