// Closes the HTTP server after the current responses have finished.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { elapsed, sleep } from '../clock.ts'

/** How long a response may still take; streams and clients that never end are cut off then. */
const defaultMaxMs = 10_000
const checkEveryMs = 200

export function closeGracefully(app: FastifyInstance, maxMs = defaultMaxMs): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    if (app.server.listening) void endConnections(app.server, maxMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

// A connection that gets its response while we close becomes idle after idle ones were closed, and would delay the stop for a minute.
async function endConnections(server: Server, maxMs: number): Promise<void> {
  const closed = new AbortController()
  void once(server, 'close').then(() => closed.abort())
  const end = elapsed() + maxMs
  while (!closed.signal.aborted) {
    if (elapsed() < end) server.closeIdleConnections()
    else server.closeAllConnections()
    await sleep(checkEveryMs, closed.signal)
  }
}
