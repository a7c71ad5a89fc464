// What operators ask: is the process alive, are its parts ready, and its figures.
import type { FastifyInstance } from 'fastify'
import metrics from 'prom-client'
import { z } from 'zod'

/** Each part answers true when it works; a part that throws does not. */
export type Parts = Record<string, () => Promise<boolean>>

const Ready = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.boolean()) })

export function healthRoutes(app: FastifyInstance, parts: Parts): void {
  const registry = new metrics.Registry()
  metrics.collectDefaultMetrics({ register: registry })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ready, 503: Ready } } }, async (_request, reply) => {
    const asked = Object.entries(parts).map(async ([name, ask]) => [name, await ask().catch(() => false)] as const)
    const answers = Object.fromEntries(await Promise.all(asked))
    const ready = Object.values(answers).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ ready, parts: answers })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
