// Mounts the routes for a user's account: roles and activity log, activity reports, and unsubscribe links.
import type { FastifyInstance } from 'fastify'
import { type UnsubscribeDeps, unsubscribeRoutes } from './email-preferences/unsubscribe-routes.ts'
import { type FunctionDeps, functionRoutes } from './log-activity.ts'
import { type RestDeps, restRoutes } from './rest/wire.ts'
import { watchAdmin } from './watch-admin.ts'

export type AccountDeps = RestDeps & FunctionDeps & UnsubscribeDeps

/** Mounts the routes, and logs refused requests to operators' routes. */
export async function mountAccount(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  watchAdmin(app, deps)
  await app.register(async scope => restRoutes(scope, deps), { prefix: '/rest/v1' })
  await app.register(async scope => functionRoutes(scope, deps), { prefix: '/functions/v1' })
  await app.register(async scope => unsubscribeRoutes(scope, deps))
}
