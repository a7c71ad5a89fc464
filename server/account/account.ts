// Mounts the routes for a user's account: roles and activity log, activity reports, unsubscribe links, and the log of refused access.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../foundation/db/pool.ts'
import { findUserId, type ReadBearer } from './bearer.ts'
import { type UnsubscribeDeps, unsubscribeRoutes } from './email-preferences/unsubscribe-routes.ts'
import { readOrigin, recordActivity } from './log.ts'
import { type FunctionDeps, functionRoutes } from './log-activity.ts'
import { type RestDeps, restRoutes } from './rest/wire.ts'

export type AccountDeps = RestDeps & FunctionDeps & UnsubscribeDeps

/** Mounts the routes, and logs refused requests to operators' routes. */
export async function mountAccount(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  watchAdmin(app, deps)
  await app.register(async scope => restRoutes(scope, deps), { prefix: '/rest/v1' })
  await app.register(async scope => functionRoutes(scope, deps), { prefix: '/functions/v1' })
  await app.register(async scope => unsubscribeRoutes(scope, deps))
}

interface AdminWatchDeps {
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
