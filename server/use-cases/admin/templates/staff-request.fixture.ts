// A request by a staff member, for tests of handlers without HTTP.
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import type { Db } from '../../../foundation/db/pool.ts'

/** Adds the user to the database. */
export async function staffRequest(db: Db, email: string, now: Date) {
  const userId = randomUUID()
  const json = { user_metadata: '{}', app_metadata: '{}', is_anonymous: false }
  await db
    .insertInto('users')
    .values({ id: userId, email, ...json, created_at: now, updated_at: now })
    .execute()
  return { userId, request: await anyRequest(), sessionId: randomUUID() }
}

async function anyRequest(): Promise<FastifyRequest> {
  const app = Fastify()
  const seen: FastifyRequest[] = []
  app.get('/', async request => {
    seen.push(request)
    return {}
  })
  await app.inject('/')
  const [request] = seen
  if (!request) throw new Error('There was no request.')
  return request
}
