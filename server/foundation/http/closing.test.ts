// A stop that waits for what is being answered, not for connections that rest or never end.
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { endWithTheLastAnswer } from './closing.ts'

const longMs = 600_000

function openServer(mostMs: number): FastifyInstance {
  // Without it a connection that rests is ended by Fastify alone after a minute.
  const app = Fastify({ forceCloseConnections: 'idle', keepAliveTimeout: longMs })
  endWithTheLastAnswer(app, mostMs)
  return app
}

test('a connection that is answered while the server closes does not hold it up', async () => {
  const app = openServer(longMs)
  const reached = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  app.addHook('preClose', async () => begun.resolve())
  app.get('/slow', async () => {
    reached.resolve()
    await begun.promise
    return {}
  })
  const answer = fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/slow`)
  await reached.promise
  const closing = app.close()
  expect((await answer).headers.get('connection')).toBe('close')
  await closing
})

test('an answer whose head was sent before the stop is finished, and its connection ended', async () => {
  const app = openServer(longMs)
  app.get('/stream', async (_request, reply) => {
    reply.raw.writeHead(200).write('first,')
    app.server.once('finish-now', () => reply.raw.end('last'))
    return reply.hijack()
  })
  const answer = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/stream`)
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  app.server.emit('finish-now')
  expect(await answer.text()).toBe('first,last')
  await closing
})

test('a caller that never ends its request is cut off', async () => {
  const app = openServer(50)
  app.post('/slow', async () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const caller = connect({ port: Number(port), host: '127.0.0.1' }).resume()
  const gone = once(caller, 'close')
  caller.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await once(app.server, 'request')
  await app.close()
  await gone
})
