// Tests the proxy that breaks on demand, with plain sockets.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openProxy, type Proxy } from './proxy.ts'

/** A server that sends back what it hears, behind a proxy; `call` connects and tells what came and how it ended. */
async function fixture() {
  const server = createServer(socket => void socket.on('error', () => undefined).pipe(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at: AddressInfo | string | null = server.address()
  const proxy = await openProxy(typeof at === 'object' && at ? at.port : 0)
  onTestFinished(() => {
    proxy.close()
    server.close()
  })
  return { proxy, call: () => callBy(proxy) }
}

interface Call {
  socket: Socket
  heard(): string
  ended: Promise<string>
}

async function callBy(proxy: Proxy): Promise<Call> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.on('data', data => {
    heard += String(data)
  })
  const ended = new Promise<string>(done => {
    socket.on('end', () => done('end'))
    socket.on('error', error => done('code' in error ? String(error.code) : 'error'))
  })
  await Promise.race([once(socket, 'connect').catch(() => undefined), ended])
  return { socket, heard: () => heard, ended }
}

test('without faults all bytes pass, even after a slow phase', async () => {
  const { proxy, call } = await fixture()
  const { socket, heard } = await call()
  proxy.turn({ kind: 'latency', delayMs: 1500 })
  socket.write('one ')
  await pause(30)
  expect(heard()).toBe('')
  proxy.turn({ kind: 'clear' })
  socket.write('two')
  await expect.poll(heard).toBe('one two')
})

test('stalled traffic continues where it stopped', async () => {
  const { proxy, call } = await fixture()
  const { socket, heard } = await call()
  proxy.turn({ kind: 'stall' })
  socket.write('late')
  await pause(80)
  expect(heard()).toBe('')
  proxy.turn({ kind: 'clear' })
  await expect.poll(heard).toBe('late')
})

test('a connection in a black hole stays open and silent after the network recovers, and a new one works', async () => {
  const { proxy, call } = await fixture()
  const before = await call()
  proxy.turn({ kind: 'hole' })
  const within = await call()
  for (const { socket } of [before, within]) socket.write('gone')
  proxy.turn({ kind: 'clear' })
  for (const { socket } of [before, within]) socket.write('gone too')
  const after = await call()
  after.socket.write('here')
  await expect.poll(after.heard).toBe('here')
  expect([before.heard(), within.heard(), before.socket.readyState, within.socket.readyState]).toEqual(['', '', 'open', 'open'])
})

test('a connection is cut after so many bytes, reset, half closed or refused', async () => {
  const { proxy, call } = await fixture()
  proxy.turn({ kind: 'cut', afterBytes: 3 })
  const cut = await call()
  cut.socket.write('abcdef')
  expect([await cut.ended, cut.heard()]).toEqual([expect.stringMatching('ECONNRESET'), 'abc'])
  proxy.turn({ kind: 'clear' })
  const reset = await call()
  reset.socket.write('x')
  await expect.poll(reset.heard).toBe('x')
  proxy.reset()
  expect(await reset.ended).toBe('ECONNRESET')
  const half = await call()
  proxy.halfClose()
  expect(await half.ended).toBe('end')
  expect(half.socket.writable).toBe(true)
  proxy.turn({ kind: 'refuse' })
  expect(await (await call()).ended).toBe('ECONNRESET')
})
