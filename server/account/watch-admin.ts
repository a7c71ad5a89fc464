// Keeps in the log of a person that they were refused at a door for operators.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { VerifySession } from '../http/route.ts'
import { record } from './log.ts'
import { seenIn } from './seen.ts'

export interface WatchParts {
  db: Db
  now: () => Date
  verifySession: VerifySession
}

const forOperators = /^\/(?:api|auth\/v1)\/admin(?:\/|$)/

/** Every 403 below /api/admin and /auth/v1/admin; call it before the routes are mounted. */
export function watchAdmin(app: FastifyInstance, parts: WatchParts): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (reply.statusCode === 403 && forOperators.test(path)) await recordRefused(parts, request, path)
  })
}

async function recordRefused({ db, now, verifySession }: WatchParts, request: FastifyRequest, path: string): Promise<void> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const who = bearer ? await verifySession(bearer) : null
  // Without a session there is nobody whose log it would be; such calls are refused with 401.
  if (!who) return
  await record(db, {
    name: 'unauthorized_access',
    status: 'warning',
    userId: who.userId,
    email: null,
    ...seenIn(request, now()),
    details: { method: request.method, path: path.slice(0, 200) },
  })
}
