// Authenticates a caller of the storage API: a user by token, or anyone by the publishable key.
import type { FastifyRequest } from 'fastify'
import type { VerifySession } from '../foundation/http/authentication.ts'
import { HttpError } from '../foundation/http/errors.ts'

export interface StorageCallerDeps {
  readBearer(bearer: string): Promise<{ kind: 'claims'; claims: Record<string, unknown> } | { kind: 'expired' | 'ended' | 'invalid' }>
  verifySession: VerifySession
  publishableKey: string
}

/** The caller's user id; null for anonymous callers. Throws on an invalid token, or while a second factor is due. */
export async function authenticateCaller(
  { readBearer, verifySession, publishableKey }: StorageCallerDeps,
  request: FastifyRequest,
): Promise<string | null> {
  const { authorization, apikey } = request.headers
  const token = authorization === undefined ? apikey : (/^Bearer\s+(.*)$/i.exec(authorization)?.[1] ?? '')
  if (token === undefined || token === publishableKey) return null
  const bearer = await readBearer(String(token))
  if (bearer.kind !== 'claims') throw denied(reasons[bearer.kind])
  if (bearer.claims['role'] !== 'authenticated') return null
  const session = await verifySession(String(token))
  if (session?.isSecondStepDue) throw denied('Enter the code of your second factor first, then try again.')
  return session?.userId ?? null
}

const reasons = {
  expired: '"exp" claim timestamp check failed',
  ended: 'session has ended',
  invalid: 'signature verification failed',
}

const denied = (message: string): HttpError => new HttpError(403, 'AccessDenied', message)
