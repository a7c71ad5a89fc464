// Finds who calls the storage wire: a user by their token, or anyone by the publishable key.
import type { FastifyRequest } from 'fastify'
import type { VerifySession } from '../foundation/http/authentication.ts'
import { HttpError } from '../foundation/http/errors.ts'

export interface StorageCallerDeps {
  readBearer(bearer: string): Promise<{ kind: 'claims'; claims: Record<string, unknown> } | { kind: 'expired' | 'ended' | 'invalid' }>
  verifySession: VerifySession
  publishableKey: string
}

/** The id of who asks; null for anybody. Throws when a token is sent that is worth nothing, or a second factor is still to be shown. */
export async function callerOf(
  { readBearer, verifySession, publishableKey }: StorageCallerDeps,
  request: FastifyRequest,
): Promise<string | null> {
  const { authorization, apikey } = request.headers
  const token = authorization === undefined ? apikey : (/^Bearer\s+(.*)$/i.exec(authorization)?.[1] ?? '')
  if (token === undefined || token === publishableKey) return null
  const bearer = await readBearer(String(token))
  if (bearer.kind !== 'claims') throw denied(reasons[bearer.kind])
  if (bearer.claims['role'] !== 'authenticated') return null
  const who = await verifySession(String(token))
  if (who?.isSecondStepDue) throw denied('Enter the code of your second factor first, then try again.')
  return who?.userId ?? null
}

const reasons = {
  expired: '"exp" claim timestamp check failed',
  ended: 'session has ended',
  invalid: 'signature verification failed',
}

const denied = (message: string): HttpError => new HttpError(403, 'AccessDenied', message)
