// The result of an OAuth flow: sealed until its code is exchanged, then turned into a session.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { seal, unseal } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { linkIdentity } from './link.ts'

const Returned = z.object({
  provider: z.string(),
  accessToken: z.string(),
  refreshToken: z.nullable(z.string()),
  /** Whom to link; null where somebody has been let in already. */
  links: z.nullable(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      email: z.nullable(z.string()),
      isVerified: z.boolean(),
      about: z.record(z.string(), z.string()),
    }),
  ),
})
export type Returned = z.infer<typeof Returned>

export const sealReturned = ({ master }: AuthDeps, userId: string, flowId: string, returned: Returned): Buffer =>
  seal(master, Buffer.from(JSON.stringify(returned)), placeOf(userId, flowId))

/** Null for a flow that no provider was asked in. */
export function openReturned({ master }: AuthDeps, flow: Row<'flow_states'>): Returned | null {
  if (!flow.sealed_return) return null
  return Returned.parse(JSON.parse(unseal(master, flow.sealed_return, placeOf(flow.user_id, flow.id)).toString()))
}

const placeOf = (userId: string, flowId: string) => ({ userId, row: flowId, column: 'flow_states.sealed_return' })

/** The provider's tokens go out with the session that they came with, and are kept nowhere. */
export const withTokens = (session: Session, { accessToken, refreshToken }: Pick<Returned, 'accessToken' | 'refreshToken'>): Session => ({
  ...session,
  provider_token: accessToken,
  ...(refreshToken !== null && { provider_refresh_token: refreshToken }),
})

export async function finishReturned(deps: AuthDeps, tx: Tx, request: AuthRequest, userId: string, returned: Returned): Promise<Session> {
  if (returned.links) await linkIdentity(deps, tx, request, userId, returned.provider, returned.links)
  return withTokens(await beginSession(deps, tx, userId, 'oauth', request, returned.provider), returned)
}
