// Finds who calls the data wire: a user by their token, or anyone by the publishable key.
import type { FastifyRequest } from 'fastify'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { personIn, type ReadBearer } from '../bearer.ts'

export interface Caller {
  userId: string | null
  /** What row level security goes by. */
  claims: Record<string, unknown>
  /** A second factor was set up, and this session has not shown it yet. */
  isSecondStepDue: boolean
}

export interface RestCallerDeps {
  readBearer: ReadBearer
  publishableKey: string
}

const anybody: Caller = { userId: null, claims: { role: 'anon' }, isSecondStepDue: false }

/** The bearer counts, or where none is sent the API key. Throws 401 with the codes of PostgREST. */
export async function callerOf({ readBearer, publishableKey }: RestCallerDeps, request: FastifyRequest): Promise<Caller> {
  const { authorization, apikey } = request.headers
  const token = authorization === undefined ? apikey : (/^Bearer\s*(.*)$/i.exec(authorization)?.[1] ?? '')
  if (typeof token !== 'string') throw new RestRefusal(401, 'PGRST302', 'Anonymous access is disabled')
  if (token === publishableKey) return anybody
  refuseMalformed(token)
  const bearer = await readBearer(token)
  if (bearer.kind === 'expired') throw new RestRefusal(401, 'PGRST303', 'JWT expired')
  if (bearer.kind === 'ended') throw new RestRefusal(401, 'PGRST303', 'JWT session has ended')
  if (bearer.kind === 'invalid')
    throw new RestRefusal(401, 'PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
  const userId = personIn(bearer)
  return userId ? { userId, claims: bearer.claims, isSecondStepDue: bearer.isSecondStepDue } : anybody
}

function refuseMalformed(token: string): void {
  if (token === '') throw new RestRefusal(401, 'PGRST301', 'Empty JWT is sent in Authorization header')
  const parts = token.split('.').length
  if (parts !== 3) throw new RestRefusal(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts}`)
}
