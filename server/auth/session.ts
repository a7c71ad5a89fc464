// Creates sessions and their access and refresh tokens.
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { digest, keyedDigest, newId, randomToken, seal, unseal } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import type { AuthRequest } from './endpoint.ts'
import { recordSignIn } from './events.ts'
import { rememberNetwork } from './password-tries.ts'
import { Amr, type Session } from './shapes.ts'
import { insertSession, insertToken, readUser, touchSignIn } from './store.ts'
import { refuseBanned } from './users.ts'
import { userView } from './view.ts'

/** The sign-in method, as the session's first amr entry. */
export type SignInMethod = 'password' | 'passkey' | 'anonymous' | 'otp' | FlowMethod

/** The purpose of a PKCE flow. */
export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change' | 'oauth'

/** Signs a user in: creates a session with its first refresh token; `provider` is the identity used. */
export async function beginSession(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  method: SignInMethod,
  request: AuthRequest,
  provider = 'email',
  aal: 'aal1' | 'aal2' = 'aal1',
): Promise<Session> {
  const now = deps.now()
  await touchSignIn(tx, userId, provider, now)
  const session = await insertSession(tx, userId, {
    id: newId(now),
    aal,
    amr: JSON.stringify([{ method, timestamp: unixSeconds(now) }]),
    user_agent: request.userAgent,
    ip: request.ip,
    created_at: now,
    refreshed_at: now,
  })
  const body = await sessionBody(deps, tx, session, await newRefreshToken(deps, tx, session, null))
  await recordSignIn(deps, tx, request, userId, body.user.email || null, method)
  if (aal === 'aal2' || !body.user.factors?.some(factor => factor.status === 'verified'))
    await rememberNetwork(deps, tx, userId, request.ip)
  return body
}

/** Creates the active refresh token of a session: hashed for lookup, sealed so that it can be returned again. */
export async function newRefreshToken(deps: AuthDeps, tx: Tx, session: Row<'sessions'>, parentHash: Buffer | null): Promise<string> {
  const random = randomToken()
  const token = `${random}${checkOf(deps, random)}`
  const hash = digest(token)
  await insertToken(tx, session.user_id, {
    token_hash: hash,
    session_id: session.id,
    parent_hash: parentHash,
    sealed_token: seal(deps.master, Buffer.from(token), refreshTokenContext(session.user_id, hash)),
    created_at: deps.now(),
  })
  return token
}

/** Whether we made the token, without asking the database. */
export function isOurRefreshToken(deps: AuthDeps, token: string): boolean {
  const random = token.slice(0, -checkLetters)
  return token.slice(-checkLetters) === checkOf(deps, random)
}

const checkLetters = 12
const checkOf = (deps: AuthDeps, random: string): string =>
  keyedDigest(deps.master, JSON.stringify(['refresh token', random]))
    .toString('base64url')
    .slice(0, checkLetters)

export function openRefreshToken(deps: AuthDeps, row: Row<'refresh_tokens'>): string {
  if (!row.sealed_token) throw new Error('The active refresh token was not stored.')
  return unseal(deps.master, row.sealed_token, refreshTokenContext(row.user_id, row.token_hash)).toString()
}

/** When the session ends, regardless of refreshes. */
export const sessionEnd = (deps: AuthDeps, session: Row<'sessions'>): Date =>
  new Date(session.created_at.getTime() + deps.switches.timeboxMs)

/** Until when it may be refreshed: sooner than its end when nobody uses it, because only our own pages end it after 15 minutes. */
export const refreshEnd = (deps: AuthDeps, session: Row<'sessions'>): Date =>
  new Date(Math.min(sessionEnd(deps, session).getTime(), session.refreshed_at.getTime() + deps.switches.refreshWithinMs))

/** The full response: an access token that never outlives the session, the refresh token, and the user. */
export async function sessionBody(deps: AuthDeps, tx: Tx, session: Row<'sessions'>, refreshToken: string): Promise<Session> {
  const record = await readUser(tx, session.user_id)
  if (!record) throw new Error('A session has no user.')
  refuseBanned(record.user, deps.now(), 400)
  const user = userView(record)
  const issuedAt = unixSeconds(deps.now())
  const expiresAt = Math.min(issuedAt + deps.switches.accessTokenSeconds, unixSeconds(sessionEnd(deps, session)))
  const claims = {
    sub: user.id,
    aud: user.aud,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: Amr.parse(session.amr),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  return {
    access_token: await deps.keys.sign(claims, issuedAt, expiresAt),
    token_type: 'bearer',
    expires_in: expiresAt - issuedAt,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  }
}

const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export const refreshTokenContext = (userId: string, hash: Buffer) => ({ userId, row: hash.toString('base64url'), column: 'sealed_token' })
