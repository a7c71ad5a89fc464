// Who asks on the data wire: a person by their session, or anybody by the publishable key.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import type { VerifySession } from '../../http/route.ts'

export interface Caller {
  userId: string | null
  /** The rest of what row level security goes by. */
  claims: Record<string, string>
}

export interface CallerParts {
  now: () => Date
  verifySession: VerifySession
  publishableKey: string
}

const anybody: Caller = { userId: null, claims: { role: 'anon' } }

/** The bearer counts, or where none is sent the API key. Throws 401 with the codes of PostgREST. */
export async function callerOf({ now, verifySession, publishableKey }: CallerParts, request: FastifyRequest): Promise<Caller> {
  const { authorization, apikey } = request.headers
  const token = authorization === undefined ? apikey : (/^Bearer\s*(.*)$/i.exec(authorization)?.[1] ?? '')
  if (typeof token !== 'string') throw new RestRefusal(401, 'PGRST302', 'Anonymous access is disabled')
  if (token === publishableKey) return anybody
  const who = await verifySession(token)
  if (!who) throw refusalOf(token, now())
  return { userId: who.userId, claims: { role: 'authenticated', session_id: who.sessionId } }
}

function refusalOf(token: string, now: Date): RestRefusal {
  const parts = token === '' ? 0 : token.split('.').length
  if (parts === 0) return new RestRefusal(401, 'PGRST301', 'Empty JWT is sent in Authorization header')
  if (parts !== 3) return new RestRefusal(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  if (hasExpired(token, now)) return new RestRefusal(401, 'PGRST303', 'JWT expired')
  return new RestRefusal(401, 'PGRST301', 'No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
}

const Expiry = z.object({ exp: z.number() })

function hasExpired(token: string, now: Date): boolean {
  try {
    const claims = Expiry.safeParse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
    return claims.success && claims.data.exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}
