// Reads the bearer token of a request to the auth API.
import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

/** Throws 401 no_authorization when it is missing. */
export function readBearerToken(request: FastifyRequest): string {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!bearer) throw refuse('no_authorization')
  return bearer
}
