// Access tokens that are good right now: renewed by one host at a time, and revoked when their mailbox goes.
import type { PersonKeys } from '../../db/keys.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { Log } from '../../log.ts'
import type { TokenSource } from '../credential.ts'
import { MailError } from '../errors.ts'
import { openSecret, sealSecret, type Tokens } from '../sealed.ts'
import type { OAuthClient, ProviderDoors } from './client.ts'
import { problemOfGrant } from './errors.ts'
import { newGate } from './gate.ts'
import { listGrants, lockGrant, readSecret, saveTokens } from './store.ts'

export interface TokenParts {
  db: Db
  keys: PersonKeys
  now(): Date
  log: Log
  doors: ProviderDoors
}

/** A token that ends sooner is renewed before it is used. */
const leftMs = 60_000
/** Each that is renewed holds a connection to the database while its provider answers; a slow provider must not take them all. */
const atOnce = 3

export function tokenSource(parts: TokenParts): TokenSource {
  const gate = newGate(atOnce)
  const isGood = ({ accessToken, expiresAt }: Tokens, refused: string | null) =>
    accessToken !== refused && new Date(expiresAt).getTime() - parts.now().getTime() > leftMs
  return {
    async tokenOf(userId, mailboxId, refused) {
      const known = await readTokens(parts, parts.db, userId, mailboxId)
      if (known && isGood(known, refused)) return known.accessToken
      return gate(() =>
        parts.db.transaction().execute(async tx => {
          const kept = (await lockGrant(tx, userId, mailboxId)) ? await readTokens(parts, tx, userId, mailboxId) : null
          if (!kept) throw new MailError('sign_in_again', 'the tokens are gone')
          // Who waited for the lock finds what another has brought.
          return isGood(kept, refused) ? kept.accessToken : renew(parts, tx, userId, mailboxId, kept)
        }),
      )
    },
  }
}

async function renew(parts: TokenParts, tx: Tx, userId: string, mailboxId: string, kept: Tokens): Promise<string> {
  const renewed = await clientOf(parts, kept)
    .renew(kept.refreshToken)
    .catch((error: unknown) => {
      const problem = problemOfGrant(error)
      parts.log[problem === 'sign_in_setup' ? 'error' : 'info']({ err: error, mailbox: mailboxId }, 'a token could not be renewed')
      throw new MailError(problem, `${kept.provider} renewed no token`)
    })
  const { accessToken, expiresAt, refreshToken } = renewed
  const tokens = { ...kept, accessToken, expiresAt: expiresAt.toISOString(), refreshToken: refreshToken ?? kept.refreshToken }
  await saveTokens(tx, userId, mailboxId, sealSecret(await parts.keys.secretsKeyOf(tx, userId), userId, mailboxId, tokens))
  return accessToken
}

export type Revoked = 'revoked' | 'not_offered' | 'failed'

/**
 * Ends at the provider what a mailbox was opened with; null for one that has a password. Never throws: a provider that does not
 * answer keeps nobody from disconnecting. Call it before the mailbox is removed.
 */
export async function revokeSignIn(parts: TokenParts, userId: string, mailboxId: string): Promise<Revoked | null> {
  try {
    const tokens = await readTokens(parts, parts.db, userId, mailboxId)
    if (!tokens) return null
    return (await clientOf(parts, tokens).revoke(tokens.refreshToken)) ? 'revoked' : 'not_offered'
  } catch (error) {
    parts.log.warn({ err: error, mailbox: mailboxId }, 'a sign-in could not be revoked at its provider')
    return 'failed'
  }
}

/** The same for all that a person has; for one who leaves. */
export async function revokeAll(parts: TokenParts, userId: string): Promise<void> {
  const ids = await listGrants(parts.db, userId)
  await Promise.all(ids.map(id => revokeSignIn(parts, userId, id)))
}

async function readTokens(parts: TokenParts, db: Db, userId: string, mailboxId: string): Promise<Tokens | null> {
  const sealed = await readSecret(db, userId, mailboxId)
  const secret = sealed && openSecret(await parts.keys.secretsKeyOf(db, userId), userId, mailboxId, sealed)
  return secret?.kind === 'oauth2' ? secret : null
}

function clientOf({ doors }: TokenParts, { provider }: Tokens): OAuthClient {
  const door = doors.get(provider)
  if (!door) throw new MailError('sign_in_setup', `no client of ${provider} is configured`)
  return door.client
}
