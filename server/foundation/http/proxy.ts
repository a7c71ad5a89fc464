// Proxies a path to another server of ours: the sandbox's phone page.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outside } from '../outside.ts'

// What belongs to one connection and is not handed on (RFC 9110 §7.6.1), and what the outer server sets itself.
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'content-length'])
const answerMs = 10_000

/** `/sandbox/phone/x` is answered by `${target}/phone/x`. */
export function proxyPath(app: FastifyInstance, outside: Outside, from: string, target: string): void {
  const open = new Set<Readable>()
  // A stream of events never ends by itself and would hold up the stop.
  app.addHook('preClose', async () => {
    for (const body of open) body.destroy()
  })
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await ask(outside, request, target + request.url.slice(from.length))
      for (const [name, value] of Object.entries(headers)) if (value !== undefined && !ownHeaders.has(name)) void reply.header(name, value)
      open.add(body)
      body.once('close', () => open.delete(body))
      request.raw.once('close', () => body.destroy())
      return reply.code(status).send(body)
    }
    for (const url of [from, `${from}/*`])
      scope.route({ method: ['GET', 'POST', 'DELETE'], url, schema: { hide: true }, handler, config: { rateLimit: false } })
  })
}

const ask = (outside: Outside, request: FastifyRequest, url: string) =>
  outside.stream({
    method: methodOf(request),
    url,
    headers: {
      accept: request.headers.accept ?? '*/*',
      ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
    },
    ...(Buffer.isBuffer(request.body) && { body: request.body }),
    timeoutMs: answerMs,
  })

const methodOf = (request: FastifyRequest) => (request.method === 'POST' || request.method === 'DELETE' ? request.method : 'GET')
