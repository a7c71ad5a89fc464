// Proxies a path to another of our servers: the sandbox's phone page.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outside } from '../outside.ts'

// Headers that belong to one connection (RFC 9110 §7.6.1) or that our server sets itself.
const droppedHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'content-length'])
const timeoutMs = 10_000

/** With `/sandbox/phone` as `from`, `/sandbox/phone/x` is proxied to `${target}/x`. */
export function proxyPath(app: FastifyInstance, outside: Outside, from: string, target: string): void {
  const open = new Set<Readable>()
  // An event stream never ends and would delay the stop.
  app.addHook('preClose', async () => {
    for (const body of open) body.destroy()
  })
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await forwardRequest(outside, request, target + request.url.slice(from.length))
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined && !droppedHeaders.has(name)) void reply.header(name, value)
      open.add(body)
      body.once('close', () => open.delete(body))
      request.raw.once('close', () => body.destroy())
      return reply.code(status).send(body)
    }
    for (const url of [from, `${from}/*`])
      scope.route({ method: ['GET', 'POST', 'DELETE'], url, schema: { hide: true }, handler, config: { rateLimit: false } })
  })
}

const forwardRequest = (outside: Outside, request: FastifyRequest, url: string) =>
  outside.stream({
    method: readMethod(request),
    url,
    headers: {
      accept: request.headers.accept ?? '*/*',
      ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
    },
    ...(Buffer.isBuffer(request.body) && { body: request.body }),
    timeoutMs,
  })

const readMethod = (request: FastifyRequest) => (request.method === 'POST' || request.method === 'DELETE' ? request.method : 'GET')
