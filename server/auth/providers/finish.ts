// The code of a provider's flow becomes a session, with the provider's tokens and the identity that was to be added.
import type { Tx } from '../../db/pool.ts'
import type { Ask } from '../endpoint.ts'
import type { AuthParts } from '../parts.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { linkIdentity } from './link.ts'
import { type Returned, withTokens } from './returned.ts'

export async function finishReturned(parts: AuthParts, tx: Tx, ask: Ask, userId: string, returned: Returned): Promise<Session> {
  if (returned.links) await linkIdentity(parts, tx, ask, userId, returned.provider, returned.links)
  return withTokens(await beginSession(parts, tx, userId, 'oauth', ask, returned.provider), returned)
}
