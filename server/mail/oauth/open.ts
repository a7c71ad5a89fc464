// Signing in with providers, as the parts of the server use it: for requests, for who opens mailboxes, for who removes them.
import type { Translate } from '../../../core/words/words.ts'
import type { PersonKeys } from '../../db/keys.ts'
import type { Db } from '../../db/pool.ts'
import type { Log } from '../../log.ts'
import type { Outside } from '../../outside.ts'
import type { TokenSource } from '../credential.ts'
import { openDoorsTo } from './client.ts'
import { redirectUriAt, signInHandlers } from './handlers.ts'
import type { OAuthProvider } from './providers.ts'
import { type Revoked, revokeAll, revokeSignIn, tokenSource } from './tokens.ts'

export interface SignInsParts {
  db: Db
  keys: PersonKeys
  log: Log
  outside: Outside
  now(): Date
  say: Translate<'mail'>
  publicUrl: string
  providers: OAuthProvider[]
}

export interface SignIns {
  offered: OAuthProvider['id'][]
  tokens: TokenSource
  handlers: ReturnType<typeof signInHandlers>
  /** See `revokeSignIn`. */
  revoke(userId: string, mailboxId: string): Promise<Revoked | null>
  revokeAll(userId: string): Promise<void>
}

export function openSignIns(given: SignInsParts): SignIns {
  const doors = openDoorsTo(given.providers, given.outside, given.now)
  const parts = { ...given, doors, redirectUri: redirectUriAt(given.publicUrl) }
  return {
    offered: given.providers.map(provider => provider.id),
    tokens: tokenSource(parts),
    handlers: signInHandlers(parts),
    revoke: (userId, mailboxId) => revokeSignIn(parts, userId, mailboxId),
    revokeAll: userId => revokeAll(parts, userId),
  }
}
