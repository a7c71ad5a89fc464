// Logs it for a user when they are refused access to operators' routes.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../foundation/db/pool.ts'
import { findUserId, type ReadBearer } from './bearer.ts'
import { readOrigin, recordActivity } from './log.ts'

export interface AdminWatchDeps {
  db: Db
  now: () => Date
  readBearer: ReadBearer
}

const operatorRoutes = /^\/(?:api\/admin|auth\/v1\/(?:admin|invite))(?:\/|$)/

/** Logs every 403 below /api/admin and /auth/v1/admin, and from /auth/v1/invite. Call it before mounting the routes. */
export function watchAdmin(app: FastifyInstance, deps: AdminWatchDeps): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    // Matches the route, because a URL can be encoded in many ways.
    if (reply.statusCode === 403 && operatorRoutes.test(request.routeOptions.url ?? path)) await recordRefusal(deps, request, path)
  })
}

async function recordRefusal({ db, now, readBearer }: AdminWatchDeps, request: FastifyRequest, path: string): Promise<void> {
  const userId = await findUserId(readBearer, request)
  // Without a session there is no user to log it for; such requests get a 401.
  if (!userId) return
  await recordActivity(db, {
    name: 'unauthorized_access',
    status: 'warning',
    userId,
    email: null,
    ...readOrigin(request, now()),
    details: { method: request.method, path: path.slice(0, 200) },
  })
}
