// Access tokens that are valid now: renewed by one host at a time, revoked with their mailbox.
import type { PersonKeys } from '../../../foundation/db/keys.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { Log } from '../../../foundation/log.ts'
import { MailError } from '../../imap/errors.ts'
import type { TokenSource } from '../credential.ts'
import { type OAuthTokens, openSecret, sealSecret } from '../sealed.ts'
import type { OAuthClient, ProviderDoors } from './client.ts'
import { problemOfGrant } from './errors.ts'
import { listGrants, lockGrant, readSecret, saveTokens } from './store.ts'

export interface TokenDeps {
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

export function tokenSource(deps: TokenDeps): TokenSource {
  const gate = limitConcurrency(atOnce)
  const isGood = ({ accessToken, expiresAt }: OAuthTokens, refused: string | null) =>
    accessToken !== refused && new Date(expiresAt).getTime() - deps.now().getTime() > leftMs
  return {
    async tokenOf(userId, mailboxId, refused) {
      const known = await readTokens(deps, deps.db, userId, mailboxId)
      if (known && isGood(known, refused)) return known.accessToken
      return gate(() =>
        deps.db.transaction().execute(async tx => {
          const kept = (await lockGrant(tx, userId, mailboxId)) ? await readTokens(deps, tx, userId, mailboxId) : null
          if (!kept) throw new MailError('sign_in_again', 'the tokens are gone')
          // Who waited for the lock finds what another has brought.
          return isGood(kept, refused) ? kept.accessToken : renew(deps, tx, userId, mailboxId, kept)
        }),
      )
    },
  }
}

async function renew(deps: TokenDeps, tx: Tx, userId: string, mailboxId: string, kept: OAuthTokens): Promise<string> {
  const renewed = await clientOf(deps, kept)
    .renew(kept.refreshToken)
    .catch((error: unknown) => {
      const problem = problemOfGrant(error)
      deps.log[problem === 'sign_in_setup' ? 'error' : 'info']({ err: error, mailbox: mailboxId }, 'a token could not be renewed')
      throw new MailError(problem, `${kept.provider} renewed no token`)
    })
  const { accessToken, expiresAt, refreshToken } = renewed
  const tokens = { ...kept, accessToken, expiresAt: expiresAt.toISOString(), refreshToken: refreshToken ?? kept.refreshToken }
  await saveTokens(tx, userId, mailboxId, sealSecret(await deps.keys.secretsKeyOf(tx, userId), userId, mailboxId, tokens))
  return accessToken
}

export type Revoked = 'revoked' | 'not_offered' | 'failed'

/**
 * Ends at the provider what a mailbox was opened with; null for one that has a password. Never throws: a provider that does not
 * answer keeps nobody from disconnecting. Call it before the mailbox is removed.
 */
export async function revokeSignIn(deps: TokenDeps, userId: string, mailboxId: string): Promise<Revoked | null> {
  try {
    const tokens = await readTokens(deps, deps.db, userId, mailboxId)
    if (!tokens) return null
    return (await clientOf(deps, tokens).revoke(tokens.refreshToken)) ? 'revoked' : 'not_offered'
  } catch (error) {
    deps.log.warn({ err: error, mailbox: mailboxId }, 'a sign-in could not be revoked at its provider')
    return 'failed'
  }
}

/** The same for all that a person has; for one who leaves. */
export async function revokeAll(deps: TokenDeps, userId: string): Promise<void> {
  const ids = await listGrants(deps.db, userId)
  await Promise.all(ids.map(id => revokeSignIn(deps, userId, id)))
}

async function readTokens(deps: TokenDeps, db: Db, userId: string, mailboxId: string): Promise<OAuthTokens | null> {
  const sealed = await readSecret(db, userId, mailboxId)
  const secret = sealed && openSecret(await deps.keys.secretsKeyOf(db, userId), userId, mailboxId, sealed)
  return secret?.kind === 'oauth2' ? secret : null
}

function clientOf({ doors }: TokenDeps, { provider }: OAuthTokens): OAuthClient {
  const door = doors.get(provider)
  if (!door) throw new MailError('sign_in_setup', `no client of ${provider} is configured`)
  return door.client
}

type Concurrency = <T>(work: () => Promise<T>) => Promise<T>

function limitConcurrency(atOnce: number): Concurrency {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= atOnce) await new Promise<void>(done => waiting.push(done))
    else running++
    try {
      return await work()
    } finally {
      // Whoever comes next takes this place over, so the count stays.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
