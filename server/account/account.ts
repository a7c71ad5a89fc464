// Opens the wires of a person's account: roles and log at /rest/v1, log-activity at /functions/v1, and the links that stop notices.
import type { FastifyInstance } from 'fastify'
import { type FunctionParts, functionRoutes } from './log-activity.ts'
import { type NoticeParts, noticePages } from './notices/pages.ts'
import { type RestParts, restRoutes } from './rest/wire.ts'
import { watchAdmin } from './watch-admin.ts'

export type AccountParts = RestParts & FunctionParts & NoticeParts

/** Mounts all of it on `app`, and keeps who is refused at a door for operators. */
export async function mountAccount(app: FastifyInstance, parts: AccountParts): Promise<void> {
  watchAdmin(app, parts)
  await app.register(async scope => restRoutes(scope, parts), { prefix: '/rest/v1' })
  await app.register(async scope => functionRoutes(scope, parts), { prefix: '/functions/v1' })
  await app.register(async scope => noticePages(scope, parts))
}
