// Serves /.well-known/security.txt (RFC 9116): where to report a vulnerability of this server.
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../clock.ts'

interface SecurityTxtOptions {
  publicUrl: string
  /** Whether the contact page takes messages, now. */
  takesMessages(): boolean
}

const validForMs = 180 * 24 * 3_600_000

/** Without anyone to read a report there is no such file. */
export function serveSecurityTxt(app: FastifyInstance, { publicUrl, takesMessages }: SecurityTxtOptions): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    if (!takesMessages()) return reply.callNotFound()
    const expires = new Date(systemClock.now().getTime() + validForMs).toISOString()
    const lines = [
      `Contact: ${publicUrl}/contact`,
      `Expires: ${expires}`,
      `Policy: ${publicUrl}/security`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
