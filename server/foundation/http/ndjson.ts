// Streams a response as NDJSON until it is complete or the client disconnects.
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { isServerError, toHttpRefusal } from './errors.ts'

export const ndjsonType = 'application/x-ndjson'

/** `closed` aborts when the client disconnects. An error that `produce` throws becomes the last line, `{kind: 'refused', code, message}`. */
export function sendNdjson<S extends z.ZodMiniType>(
  request: FastifyRequest,
  reply: FastifyReply,
  shape: S,
  produce: (send: (line: z.input<S>) => void, closed: AbortSignal) => Promise<void>,
): FastifyReply {
  const lines = new PassThrough()
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  // A client that disconnects in the middle of a line is not an error.
  lines.on('error', () => undefined)
  const write = (line: unknown) => void (closed.signal.aborted || lines.write(`${JSON.stringify(line)}\n`))
  produce(line => write(shape.parse(line)), closed.signal)
    .catch((error: unknown) => {
      const { status, code, message } = toHttpRefusal(error, request.id)
      if (isServerError(error, status)) request.log.error({ err: error }, 'a request failed')
      write({ kind: 'refused', code, message })
    })
    .finally(() => lines.end())
  // Proxies must pass on each line immediately.
  return reply.code(200).header('content-type', ndjsonType).header('x-accel-buffering', 'no').send(lines)
}
