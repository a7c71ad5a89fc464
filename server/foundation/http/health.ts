// GET /healthz, /readyz and /metrics: alive, ready, and metrics, for operators.
import type { FastifyInstance } from 'fastify'
import metrics from 'prom-client'
import { z } from 'zod/mini'
import { elapsed } from '../clock.ts'
import { figures } from './metrics.ts'

/** Each part answers true when it works; a part that throws does not. Foreign services are asked at most each `keptMs`. */
export type HealthChecks = Record<string, () => Promise<boolean>>

const Ready = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.boolean()) })

const keptMs = 15_000

export function healthRoutes(app: FastifyInstance, parts: HealthChecks): void {
  const asking = Object.entries(parts).map(([name, ask]) => [name, kept(ask)] as const)
  const registry = new metrics.Registry()
  metrics.collectDefaultMetrics({ register: registry })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ready, 503: Ready } } }, async (_request, reply) => {
    const answers = Object.fromEntries(await Promise.all(asking.map(async ([name, ask]) => [name, await ask()] as const)))
    const ready = Object.values(answers).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ ready, parts: answers })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await metrics.Registry.merge([registry, figures]).metrics()),
  )
}

/** Many may ask, and it must not cost a question to Meta each time. What throws is false. */
export function kept(ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> = Promise.resolve(false)
  return () => {
    if (elapsed() - askedAt > keptMs) {
      askedAt = elapsed()
      answer = ask().catch(() => false)
    }
    return answer
  }
}
