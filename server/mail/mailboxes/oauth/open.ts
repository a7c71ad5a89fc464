// Sets up sign-in with mail providers: handlers, token renewal, revocation.
import type { LimitsOf } from '../../../../core/plans/plans.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Log } from '../../../foundation/log.ts'
import type { Outside } from '../../../foundation/outside.ts'
import type { TokenSource } from '../credential.ts'
import { openOAuthClients } from './client.ts'
import { redirectUriAt, signInHandlers } from './handlers.ts'
import type { OAuthProvider } from './providers.ts'
import { renewAhead } from './renew-ahead.ts'
import { type Revoked, revokeAll, revokeSignIn, tokenSource } from './tokens.ts'

export interface MailSignInsDeps {
  db: Db
  keys: UserKeys
  log: Log
  outside: Outside
  now(): Date
  say: Translate<'mail'>
  publicUrl: string
  providers: OAuthProvider[]
  limitsOf: LimitsOf
}

export interface SignIns {
  offered: OAuthProvider['id'][]
  tokens: TokenSource
  /** Renews tokens ahead of time until stopped; any number of hosts may. */
  startRenewing(): { stop(): Promise<void> }
  handlers: ReturnType<typeof signInHandlers>
  /** See `revokeSignIn`. */
  revoke(userId: string, mailboxId: string): Promise<Revoked | null>
  revokeAll(userId: string): Promise<void>
}

export function openSignIns(given: MailSignInsDeps): SignIns {
  const doors = openOAuthClients(given.providers, given.outside, given.now)
  const deps = { ...given, doors, redirectUri: redirectUriAt(given.publicUrl) }
  const tokens = tokenSource(deps)
  return {
    offered: given.providers.map(provider => provider.id),
    tokens,
    startRenewing: () => renewAhead(deps, tokens),
    handlers: signInHandlers(deps),
    revoke: (userId, mailboxId) => revokeSignIn(deps, userId, mailboxId),
    revokeAll: userId => revokeAll(deps, userId),
  }
}
