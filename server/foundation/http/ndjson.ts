// Streams a response as NDJSON until it is complete or the client has gone.
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { refusalOf } from './errors.ts'

export const ndjsonType = 'application/x-ndjson'

/** `closed` aborts when the client has gone. What `answer` throws becomes the last line, `{kind: 'refused', code, message}`. */
export function sendNdjson<S extends z.ZodMiniType>(
  request: FastifyRequest,
  reply: FastifyReply,
  shape: S,
  answer: (send: (line: z.input<S>) => void, closed: AbortSignal) => Promise<void>,
): FastifyReply {
  const lines = new PassThrough()
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  // A client that goes away in the middle of a line is nobody's error.
  lines.on('error', () => undefined)
  const write = (line: unknown) => void (closed.signal.aborted || lines.write(`${JSON.stringify(line)}\n`))
  answer(line => write(shape.parse(line)), closed.signal)
    .catch((error: unknown) => {
      const { status, code, message } = refusalOf(error, request.id)
      if (status >= 500) request.log.error({ err: error }, 'a request failed')
      write({ kind: 'refused', code, message })
    })
    .finally(() => lines.end())
  // Servers in between shall hand on each line as it comes.
  return reply.code(200).header('content-type', ndjsonType).header('x-accel-buffering', 'no').send(lines)
}
