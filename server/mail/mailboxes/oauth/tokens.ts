// Provides valid access tokens, renewed by one host at a time and revoked with their mailbox.
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { Log } from '../../../foundation/log.ts'
import { MailError } from '../../imap/errors.ts'
import type { TokenSource } from '../credential.ts'
import { type OAuthTokens, openSecret, sealSecret } from '../sealed.ts'
import type { OAuthClient, OAuthClients } from './client.ts'
import { toGrantProblem } from './errors.ts'
import { listGrants, lockGrant, readSecret, saveTokens } from './store.ts'

export interface TokenDeps {
  db: Db
  keys: UserKeys
  now(): Date
  log: Log
  doors: OAuthClients
}

/** A token that expires sooner is renewed before use. */
const renewBeforeMs = 60_000
/** Each renewal holds a database connection while the provider responds; a slow provider must not use up the pool. */
const maxConcurrent = 3

export function tokenSource(deps: TokenDeps): TokenSource {
  const gate = limitConcurrency(maxConcurrent)
  const isGood = ({ accessToken, expiresAt }: OAuthTokens, refused: string | null) =>
    accessToken !== refused && new Date(expiresAt).getTime() - deps.now().getTime() > renewBeforeMs
  return {
    async tokenOf(userId, mailboxId, refused) {
      const known = await readTokens(deps, deps.db, userId, mailboxId)
      if (known && isGood(known, refused)) return known.accessToken
      return gate(() =>
        deps.db.transaction().execute(async tx => {
          const kept = (await lockGrant(tx, userId, mailboxId)) ? await readTokens(deps, tx, userId, mailboxId) : null
          if (!kept) throw new MailError('sign_in_again', 'the tokens are gone')
          // After waiting for the lock, another host may have renewed the tokens.
          return isGood(kept, refused) ? kept.accessToken : renew(deps, tx, userId, mailboxId, kept)
        }),
      )
    },
  }
}

async function renew(deps: TokenDeps, tx: Tx, userId: string, mailboxId: string, kept: OAuthTokens): Promise<string> {
  const renewed = await findClient(deps, kept)
    .renew(kept.refreshToken)
    .catch((error: unknown) => {
      const problem = toGrantProblem(error)
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
 * Revokes a mailbox's tokens at the provider; null for a mailbox with a password. Never throws: an unreachable provider must not
 * prevent disconnecting. Call it before the mailbox is removed.
 */
export async function revokeSignIn(deps: TokenDeps, userId: string, mailboxId: string): Promise<Revoked | null> {
  try {
    const tokens = await readTokens(deps, deps.db, userId, mailboxId)
    if (!tokens) return null
    return (await findClient(deps, tokens).revoke(tokens.refreshToken)) ? 'revoked' : 'not_offered'
  } catch (error) {
    deps.log.warn({ err: error, mailbox: mailboxId }, 'a mailbox’s tokens could not be revoked at its provider')
    return 'failed'
  }
}

/** Revokes all of a user's tokens when they delete their account. */
export async function revokeAll(deps: TokenDeps, userId: string): Promise<void> {
  const ids = await listGrants(deps.db, userId)
  await Promise.all(ids.map(id => revokeSignIn(deps, userId, id)))
}

async function readTokens(deps: TokenDeps, db: Db, userId: string, mailboxId: string): Promise<OAuthTokens | null> {
  const sealed = await readSecret(db, userId, mailboxId)
  const secret = sealed && openSecret(await deps.keys.secretsKeyOf(db, userId), userId, mailboxId, sealed)
  return secret?.kind === 'oauth2' ? secret : null
}

function findClient({ doors }: TokenDeps, { provider }: OAuthTokens): OAuthClient {
  const door = doors.get(provider)
  if (!door) throw new MailError('sign_in_setup', `no client of ${provider} is configured`)
  return door.client
}

type Concurrency = <T>(work: () => Promise<T>) => Promise<T>

function limitConcurrency(maxConcurrent: number): Concurrency {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= maxConcurrent) await new Promise<void>(done => waiting.push(done))
    else running++
    try {
      return await work()
    } finally {
      // The next one in line takes this slot over, so the count stays.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
