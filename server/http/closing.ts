// The stop of the HTTP server: it waits for answers that were begun, and for nothing else.
import type { FastifyInstance } from 'fastify'

/** So long an answer may still take; a stream or a caller that never ends is cut off then. */
const longestMs = 10_000
const lookMs = 200

// A connection that is answered while we close becomes idle after the idle ones were ended, and would hold the stop up for a minute.
export function endWithTheLastAnswer(app: FastifyInstance, mostMs = longestMs): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const looking = setInterval(() => app.server.closeIdleConnections(), lookMs)
    const late = setTimeout(() => app.server.closeAllConnections(), mostMs)
    app.server.once('close', () => {
      clearInterval(looking)
      clearTimeout(late)
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
