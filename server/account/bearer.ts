// Identifies the user by a request's bearer token.
import type { FastifyRequest } from 'fastify'

/** A checked bearer token; `ended`: validly signed, but its session has ended or its user is gone. */
export type Bearer =
  | {
      kind: 'claims'
      claims: { sub?: string | undefined; role?: string | undefined } & Record<string, unknown>
      /** The user has a second factor that this session has not used yet. */
      isSecondStepDue: boolean
    }
  | { kind: 'expired' }
  | { kind: 'ended' }
  | { kind: 'invalid'; message: string }

export type ReadBearer = (bearer: string) => Promise<Bearer>

/** Null for anonymous requests: no bearer, an API key, or an ended session. */
export async function findUserId(readBearer: ReadBearer, request: FastifyRequest): Promise<string | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ? readUserId(await readBearer(bearer)) : null
}

export const readUserId = (bearer: Bearer): string | null =>
  bearer.kind === 'claims' && bearer.claims.role === 'authenticated' ? (bearer.claims.sub ?? null) : null
