// Serves /healthz (alive), /readyz (ready) and /metrics to operators.
import type { FastifyInstance } from 'fastify'
import metrics from 'prom-client'
import { z } from 'zod/mini'
import { elapsed } from '../clock.ts'
import { forEverybody } from '../db/abandoned.ts'
import type { Db } from '../db/pool.ts'
import { digest } from '../seal.ts'
import { readBearer } from './authentication.ts'
import { HttpError } from './errors.ts'
import { appMetrics } from './metrics.ts'

/** Each check returns true when its part works; one that throws counts as failed. */
export type HealthChecks = Record<string, () => Promise<boolean>>

const Ready = z.object({ ready: z.boolean(), parts: z.record(z.string(), z.boolean()) })

const cacheMs = 15_000

export function healthRoutes(app: FastifyInstance, checks: HealthChecks, metricsToken: string | null): void {
  const cached = Object.entries(checks).map(([name, check]) => [name, cacheCheck(check)] as const)
  const registry = new metrics.Registry()
  metrics.collectDefaultMetrics({ register: registry })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ready, 503: Ready } } }, async (_request, reply) => {
    const results = Object.fromEntries(await Promise.all(cached.map(async ([name, check]) => [name, await check()] as const)))
    const ready = Object.values(results).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ ready, parts: results })
  })
  // They say how loaded the server is and when it started, which helps an attacker to measure what an attack does.
  if (metricsToken === null) return
  const expected = digest(metricsToken)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!digest(readBearer(request) ?? '').equals(expected))
      throw new HttpError(401, 'wrong_token', 'Send METRICS_TOKEN as a bearer (Authorization: Bearer …).')
    return reply.type(registry.contentType).send(await metrics.Registry.merge([registry, appMetrics]).metrics())
  })
}

export const isAnswering = async (db: Db): Promise<boolean> => (await db.selectNoFrom(e => e.lit(1).as('one')).execute()).length === 1

/** Caches a check, because anybody may poll and some checks call Meta. A check that throws is false. */
export function cacheCheck(check: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let result: Promise<boolean> = Promise.resolve(false)
  return () => {
    if (elapsed() - checkedAt > cacheMs) {
      checkedAt = elapsed()
      result = forEverybody(check).catch(() => false)
    }
    return result
  }
}
