// Provides valid access tokens, renewed by one host at a time and revoked with their mailbox.
import { elapsed, systemClock } from '../../../foundation/clock.ts'
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Log } from '../../../foundation/log.ts'
import { MailError } from '../../imap/errors.ts'
import type { TokenSource } from '../credential.ts'
import { type OAuthTokens, openSecret, sealSecret } from '../sealed.ts'
import type { OAuthClient, OAuthClients } from './client.ts'
import { toGrantProblem } from './errors.ts'
import { beginRenewal, endRenewal } from './owners.ts'
import { openProviderLimiter, type ProviderLimiter } from './provider-limiter.ts'
import { listGrants, readSecret } from './store.ts'

export interface TokenDeps {
  db: Db
  keys: UserKeys
  now(): Date
  log: Log
  doors: OAuthClients
}

/** A token that expires sooner is renewed before use. */
const renewBeforeMs = 60_000
/** How often we look whether another host has finished its renewal, and for how long. */
const lookAgainMs = 250
const longestLookMs = 30_000
/** The new refresh token may be the only one that is still valid. */
const savesAtMost = 10

export interface RenewableTokens extends TokenSource {
  /** Renews tokens that still work, so that they never lapse; throws what `tokenOf` throws. */
  renewAhead(userId: string, mailboxId: string): Promise<void>
}

export function tokenSource(deps: TokenDeps): RenewableTokens {
  const limiters = new Map(
    [...deps.doors.keys()].map(provider => [provider, openProviderLimiter({ ...deps, provider, now: systemClock.now, isOutage })]),
  )
  const read = (userId: string, mailboxId: string) => readTokens(deps, deps.db, userId, mailboxId)
  const isGood = ({ accessToken, expiresAt }: OAuthTokens, refused: string | null) =>
    accessToken !== refused && new Date(expiresAt).getTime() - deps.now().getTime() > renewBeforeMs
  const renewWithin = async (userId: string, mailboxId: string, known: OAuthTokens, refused: string | null) => {
    const limiter = limiters.get(known.provider)
    if (!limiter) throw noClient(known)
    // Thousands may come while the provider is left alone: none of them writes anything.
    limiter.refuseIfLeftAlone()
    return renewUnderLease({ ...deps, limiter }, { userId, mailboxId }, tokens => isGood(tokens, refused))
  }
  return {
    async tokenOf(userId, mailboxId, refused) {
      const known = await read(userId, mailboxId)
      if (!known) throw new MailError('sign_in_again', 'the tokens are gone')
      return isGood(known, refused) ? known.accessToken : renewWithin(userId, mailboxId, known, refused)
    },
    async renewAhead(userId, mailboxId) {
      const known = await read(userId, mailboxId)
      if (known) await renewWithin(userId, mailboxId, known, known.accessToken)
    },
  }
}

interface RenewalDeps extends TokenDeps {
  limiter: ProviderLimiter
}

/** Neither a transaction nor a connection to the database is held while the provider is asked. */
async function renewUnderLease(deps: RenewalDeps, at: MailboxTokens, isGood: (tokens: OAuthTokens) => boolean): Promise<string> {
  const { userId, mailboxId } = at
  const began = elapsed()
  for (;;) {
    const lease = await beginRenewal(deps.db, userId, mailboxId)
    const kept = lease === null ? null : await readTokens(deps, deps.db, userId, mailboxId)
    if (!kept || lease === null) throw new MailError('sign_in_again', 'the tokens are gone')
    if (lease !== 'busy') {
      const token = await renew(deps, at, lease.renewal, kept, isGood)
      if (token !== null) return token
    }
    // Another host renews them, or the user has just signed in again.
    else if (isGood(kept)) return kept.accessToken
    if (elapsed() - began > longestLookMs) throw new MailError('sign_in_waits', 'another host renews the tokens')
    await systemClock.sleep(lookAgainMs)
  }
}

/** Null when the lease was lost meanwhile: then there are newer tokens. */
async function renew(
  deps: RenewalDeps,
  { userId, mailboxId }: MailboxTokens,
  renewal: string,
  kept: OAuthTokens,
  isGood: (tokens: OAuthTokens) => boolean,
): Promise<string | null> {
  const { db, now } = deps
  const end = (secret: Buffer | null, renewAt: Date | null) => endRenewal(db, userId, mailboxId, renewal, { secret, renewAt })
  if (isGood(kept)) {
    await end(null, renewAheadAt(new Date(kept.expiresAt), now(), Math.random()))
    return kept.accessToken
  }
  const client = findClient(deps, kept)
  const asked = await deps.limiter
    .ask(() => client.renew(kept.refreshToken, kept.maySend ?? false))
    .catch(async (error: unknown) => {
      const problem = toGrantProblem(error)
      deps.log[problem === 'sign_in_setup' ? 'error' : 'info']({ err: error, mailbox: mailboxId }, 'a token could not be renewed')
      await end(null, problem === 'sign_in_again' ? null : new Date(now().getTime() + retryAheadMs))
      throw new MailError(problem, `${kept.provider} renewed no token`)
    })
  const { accessToken, expiresAt, refreshToken } = asked
  const tokens = { ...kept, accessToken, expiresAt: expiresAt.toISOString(), refreshToken: refreshToken ?? kept.refreshToken }
  const secret = sealSecret(await deps.keys.secretsKeyOf(db, userId), userId, mailboxId, tokens)
  const isSaved = await insistently(() => end(secret, renewAheadAt(expiresAt, now(), Math.random())))
  return isSaved ? accessToken : null
}

async function insistently<T>(save: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await save()
    } catch (error) {
      if (tries === savesAtMost) throw error
      await systemClock.sleep(1000)
    }
  }
}

interface MailboxTokens {
  userId: string
  mailboxId: string
}

/** Soon enough that a provider's bad ten minutes are over before they lapse, and never all at the same moment. */
export const renewAheadAt = (expiresAt: Date, now: Date, random: number): Date =>
  new Date(now.getTime() + Math.max(0, expiresAt.getTime() - now.getTime()) * (0.5 + 0.25 * random))

/** After a failed renewal ahead of time. */
export const retryAheadMs = 120_000

const isOutage = (error: unknown): boolean => ['sign_in_waits', 'sign_in_busy'].includes(toGrantProblem(error))

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

function findClient({ doors }: TokenDeps, tokens: OAuthTokens): OAuthClient {
  const door = doors.get(tokens.provider)
  if (!door) throw noClient(tokens)
  return door.client
}

const noClient = ({ provider }: OAuthTokens) => new MailError('sign_in_setup', `no client of ${provider} is configured`)
