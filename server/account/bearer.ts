// Finds the user that a request's bearer token stands for.
import type { FastifyRequest } from 'fastify'

/** What a bearer is worth; `ended` is signed right, but its session is over or its person gone. */
export type Bearer =
  | {
      kind: 'claims'
      claims: { sub?: string | undefined; role?: string | undefined } & Record<string, unknown>
      /** A second factor was set up, and this session has not shown it yet. */
      isSecondStepDue: boolean
    }
  | { kind: 'expired' }
  | { kind: 'ended' }
  | { kind: 'invalid'; message: string }

export type ReadBearer = (bearer: string) => Promise<Bearer>

/** Null for anybody: no bearer, an API key, or a session that is over. */
export async function personOf(readBearer: ReadBearer, request: FastifyRequest): Promise<string | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ? personIn(await readBearer(bearer)) : null
}

export const personIn = (bearer: Bearer): string | null =>
  bearer.kind === 'claims' && bearer.claims.role === 'authenticated' ? (bearer.claims.sub ?? null) : null
