// Streams a download that browsers save instead of displaying, and that nobody caches.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Download {
  type: string
  name: string
  sizeBytes: number
  bytes: AsyncIterable<Uint8Array>
}

export function sendDownload(reply: FastifyReply, { type, name, sizeBytes, bytes }: Download): FastifyReply {
  void reply
    .type(type)
    .header('cache-control', 'private, no-store')
    .header('content-length', String(sizeBytes))
    .header('content-disposition', `attachment; filename="${name}"`)
  return reply.send(Readable.from(bytes, { objectMode: false }))
}
