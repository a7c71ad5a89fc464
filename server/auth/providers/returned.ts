// Who came back from a provider and with which tokens, sealed until the code of the flow is exchanged.
import { z } from 'zod/mini'
import type { Row } from '../../db/tables.ts'
import { seal, unseal } from '../../seal.ts'
import type { AuthParts } from '../parts.ts'
import type { Session } from '../shapes.ts'

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

export const sealReturned = ({ master }: AuthParts, userId: string, flowId: string, returned: Returned): Buffer =>
  seal(master, Buffer.from(JSON.stringify(returned)), placeOf(userId, flowId))

/** Null for a flow that no provider was asked in. */
export function openReturned({ master }: AuthParts, flow: Row<'flow_states'>): Returned | null {
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
