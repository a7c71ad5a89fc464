// Checks who may administer users: only the holder of a service key or of a trusted token with the service_role.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { readBearerToken } from '../bearer.ts'
import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { administratorRoles } from '../trusted-keys.ts'
import { isServiceKey } from './owners.ts'

/** An authenticated operator; `name` goes into the log. */
export interface ServiceOperator {
  name: string
}

const Signer = z.object({ iss: z.catch(z.string(), ''), sub: z.catch(z.string(), '') })

/** Throws 401 without a bearer, 403 bad_jwt for an invalid one, and 403 not_admin for everybody else. */
export async function authenticateOperator(deps: AuthDeps, request: FastifyRequest): Promise<ServiceOperator> {
  const { claims, isOurs } = await deps.keys.verify(readBearerToken(request), deps.now())
  if (!claims.role || !administratorRoles.includes(claims.role)) throw refuse('not_admin')
  if (isOurs) {
    // The signature only proves that we issued it once; it may be revoked.
    if (!(await isServiceKey(deps.db, claims['jti'], deps.now()))) throw refuse('bad_jwt', { message: 'invalid JWT: this key was revoked' })
    return { name: `service key ${String(claims['jti'])}` }
  }
  const { iss, sub } = Signer.parse(claims)
  return { name: `${iss || 'trusted key'} ${sub}`.trim().slice(0, 200) }
}
