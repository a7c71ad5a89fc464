// Seals the result of an OAuth flow until its code is exchanged, then turns it into a session.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { seal, unseal } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { linkIdentity } from './link.ts'

const StoredReturn = z.object({
  provider: z.string(),
  accessToken: z.string(),
  refreshToken: z.nullable(z.string()),
  /** The profile to link; null for a sign-in. */
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
export type StoredReturn = z.infer<typeof StoredReturn>

export const sealStoredReturn = ({ master }: AuthDeps, userId: string, flowId: string, stored: StoredReturn): Buffer =>
  seal(master, Buffer.from(JSON.stringify(stored)), returnContext(userId, flowId))

/** Null for a flow without a provider. */
export function openStoredReturn({ master }: AuthDeps, flow: Row<'flow_states'>): StoredReturn | null {
  if (!flow.sealed_return) return null
  return StoredReturn.parse(JSON.parse(unseal(master, flow.sealed_return, returnContext(flow.user_id, flow.id)).toString()))
}

export const returnContext = (userId: string, flowId: string) => ({ userId, row: flowId, column: 'flow_states.sealed_return' })

/** The provider's tokens are returned with the session, and never stored. */
export const withTokens = (
  session: Session,
  { accessToken, refreshToken }: Pick<StoredReturn, 'accessToken' | 'refreshToken'>,
): Session => ({
  ...session,
  provider_token: accessToken,
  ...(refreshToken !== null && { provider_refresh_token: refreshToken }),
})

export async function finishStoredReturn(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  userId: string,
  stored: StoredReturn,
): Promise<Session> {
  if (stored.links) await linkIdentity(deps, tx, request, userId, stored.provider, stored.links)
  return withTokens(await beginSession(deps, tx, userId, 'oauth', request, stored.provider), stored)
}
