// Logs it for a user when they are refused access to operators' routes.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../foundation/db/pool.ts'
import { personOf, type ReadBearer } from './bearer.ts'
import { originOf, record } from './log.ts'

export interface AdminWatchDeps {
  db: Db
  now: () => Date
  readBearer: ReadBearer
}

const forOperators = /^\/(?:api\/admin|auth\/v1\/(?:admin|invite))(?:\/|$)/

/** Every 403 below /api/admin and /auth/v1/admin, and of /auth/v1/invite; call it before the routes are mounted. */
export function watchAdmin(app: FastifyInstance, deps: AdminWatchDeps): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    // By the route that answered: an address may be written in many ways.
    if (reply.statusCode === 403 && forOperators.test(request.routeOptions.url ?? path)) await recordRefused(deps, request, path)
  })
}

async function recordRefused({ db, now, readBearer }: AdminWatchDeps, request: FastifyRequest, path: string): Promise<void> {
  const userId = await personOf(readBearer, request)
  // Without a session there is nobody whose log it would be; such calls are refused with 401.
  if (!userId) return
  await record(db, {
    name: 'unauthorized_access',
    status: 'warning',
    userId,
    email: null,
    ...originOf(request, now()),
    details: { method: request.method, path: path.slice(0, 200) },
  })
}
