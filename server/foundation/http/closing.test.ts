// Tests closing the server: it waits for current responses, but not for idle or endless connections.
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { closeGracefully } from './closing.ts'

const longMaxMs = 600_000

function openServer(maxMs: number): FastifyInstance {
  // Otherwise Fastify itself closes an idle connection after a minute.
  const app = Fastify({ forceCloseConnections: 'idle', keepAliveTimeout: longMaxMs })
  closeGracefully(app, maxMs)
  return app
}

test('a connection that gets its response while the server closes does not delay the stop', async () => {
  const app = openServer(longMaxMs)
  const started = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  app.addHook('preClose', async () => begun.resolve())
  app.get('/slow', async () => {
    started.resolve()
    await begun.promise
    return {}
  })
  const response = fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/slow`)
  await started.promise
  const closing = app.close()
  expect((await response).headers.get('connection')).toBe('close')
  await closing
})

test('a response whose headers were sent before the stop is finished, and its connection closed', async () => {
  const app = openServer(longMaxMs)
  app.get('/stream', async (_request, reply) => {
    reply.raw.writeHead(200).write('first,')
    app.server.once('finish-now', () => reply.raw.end('last'))
    return reply.hijack()
  })
  const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/stream`)
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  app.server.emit('finish-now')
  expect(await response.text()).toBe('first,last')
  await closing
})

test('a client that never ends its request is cut off', async () => {
  const app = openServer(50)
  app.post('/slow', async () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect({ port: Number(port), host: '127.0.0.1' }).resume()
  const disconnected = once(client, 'close')
  client.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await once(app.server, 'request')
  await app.close()
  await disconnected
})
