// Stops the HTTP server after the responses under way have finished.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { elapsed, sleep } from '../clock.ts'

/** So long an answer may still take; a stream or a caller that never ends is cut off then. */
const longestMs = 10_000
const lookMs = 200

export function endWithTheLastAnswer(app: FastifyInstance, mostMs = longestMs): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    if (app.server.listening) void endConnections(app.server, mostMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

// A connection that is answered while we close becomes idle after the idle ones were ended, and would hold the stop up for a minute.
async function endConnections(server: Server, mostMs: number): Promise<void> {
  const closed = new AbortController()
  void once(server, 'close').then(() => closed.abort())
  const end = elapsed() + mostMs
  while (!closed.signal.aborted) {
    if (elapsed() < end) server.closeIdleConnections()
    else server.closeAllConnections()
    await sleep(lookMs, closed.signal)
  }
}
