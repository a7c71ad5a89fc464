// Tests proxying to the phone page: paths, bodies, open streams, and a stop that does not wait for them.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openOutside } from '../outside.ts'
import { openApp } from './app.ts'
import { proxyPath } from './proxy.ts'

const streams: ServerResponse[] = []
const target = createServer((request, response) => {
  if (request.url === '/phone') return void response.writeHead(302, { location: 'phone/' }).end()
  if (request.url === '/phone/events') {
    streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
    return void response.write('data: first\n\n')
  }
  let body = ''
  request
    .on('data', part => (body += part))
    .on('end', () => response.end(`${request.method} ${request.url} ${request.headers['content-type'] ?? '-'} ${body}`))
})
let app: FastifyInstance
let base = ''
beforeAll(async () => {
  await new Promise<void>(done => target.listen(0, '127.0.0.1', done))
  app = await openApp(readConfig({}), openLog('silent'))
  proxyPath(
    app,
    openOutside({ allow: [], loopback: true }),
    '/sandbox/phone',
    `http://127.0.0.1:${(target.address() as AddressInfo).port}/phone`,
  )
  base = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => target.closeAllConnections())

test('the rest of the path is kept, and a body arrives byte for byte', async () => {
  const response = await fetch(`${base}/sandbox/phone/api/x?y=1`, {
    method: 'POST',
    body: '{"a": 1}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.text()).toBe('POST /phone/api/x?y=1 application/json {"a": 1}')
})

test('a relative redirect is passed on unchanged', async () => {
  const response = await fetch(`${base}/sandbox/phone`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, 'phone/'])
})

test('events arrive as they are sent, and the stop does not wait for the stream', async () => {
  const response = await fetch(`${base}/sandbox/phone/events`)
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n')
  streams[0]?.write('data: second\n\n')
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: second\n\n')
  const startedAt = performance.now()
  await app.close()
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
