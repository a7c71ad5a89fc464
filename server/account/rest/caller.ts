// Authenticates a caller of the data API: a user by token, or anyone by the publishable key.
import type { FastifyRequest } from 'fastify'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { type ReadBearer, readUserId } from '../bearer.ts'

export interface Caller {
  userId: string | null
  /** The claims that row-level security checks. */
  claims: Record<string, unknown>
  /** The user has a second factor that this session has not used yet. */
  isSecondStepDue: boolean
}

export interface RestCallerDeps {
  readBearer: ReadBearer
  publishableKey: string
}

const anonymous: Caller = { userId: null, claims: { role: 'anon' }, isSecondStepDue: false }

/** Uses the bearer, or the apikey header without one. Throws 401 with PostgREST's codes. */
export async function authenticateRestCaller({ readBearer, publishableKey }: RestCallerDeps, request: FastifyRequest): Promise<Caller> {
  const { authorization, apikey } = request.headers
  const token = authorization === undefined ? apikey : (/^Bearer\s*(.*)$/i.exec(authorization)?.[1] ?? '')
  if (typeof token !== 'string') throw new RestRefusal(401, 'PGRST302', 'Anonymous access is disabled')
  if (token === publishableKey) return anonymous
  refuseMalformed(token)
  const bearer = await readBearer(token)
  if (bearer.kind === 'expired') throw new RestRefusal(401, 'PGRST303', 'JWT expired')
  if (bearer.kind === 'ended') throw new RestRefusal(401, 'PGRST303', 'JWT session has ended')
  if (bearer.kind === 'invalid')
    throw new RestRefusal(401, 'PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
  const userId = readUserId(bearer)
  return userId ? { userId, claims: bearer.claims, isSecondStepDue: bearer.isSecondStepDue } : anonymous
}

function refuseMalformed(token: string): void {
  if (token === '') throw new RestRefusal(401, 'PGRST301', 'Empty JWT is sent in Authorization header')
  const parts = token.split('.').length
  if (parts !== 3) throw new RestRefusal(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts}`)
}
