// Begins a session, and makes the tokens that stand for it.
import type { Tx } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'
import { digest, newId, randomToken, seal, unseal } from '../seal.ts'
import type { Ask } from './endpoint.ts'
import { noteSignedIn } from './events.ts'
import type { AuthParts } from './parts.ts'
import { refuseBanned } from './people.ts'
import { Amr, type Session } from './shapes.ts'
import { insertSession, insertToken, noteSignIn, readUser } from './store.ts'
import { userView } from './view.ts'

/** How a session begins, as its first amr entry says it. */
export type SignInMethod = 'password' | 'anonymous' | 'otp' | FlowMethod

/** What a PKCE flow was begun for. */
export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change' | 'oauth'

/** Signs a person in: a new session with its first refresh token; `provider` is the identity that was used. */
export async function beginSession(
  parts: AuthParts,
  tx: Tx,
  userId: string,
  method: SignInMethod,
  ask: Ask,
  provider = 'email',
): Promise<Session> {
  const now = parts.now()
  await noteSignIn(tx, userId, provider, now)
  const session = await insertSession(tx, userId, {
    id: newId(now),
    aal: 'aal1',
    amr: JSON.stringify([{ method, timestamp: unixSeconds(now) }]),
    user_agent: ask.userAgent,
    ip: ask.ip,
    created_at: now,
    refreshed_at: now,
  })
  const body = await sessionBody(parts, tx, session, await newRefreshToken(parts, tx, session, null))
  await noteSignedIn(parts, tx, ask, userId, body.user.email || null, method)
  return body
}

/** Makes the active refresh token of a session: hashed for finding it, sealed for giving it once more. */
export async function newRefreshToken(parts: AuthParts, tx: Tx, session: Row<'sessions'>, parentHash: Buffer | null): Promise<string> {
  const token = randomToken()
  const hash = digest(token)
  await insertToken(tx, session.user_id, {
    token_hash: hash,
    session_id: session.id,
    parent_hash: parentHash,
    sealed_token: seal(parts.master, Buffer.from(token), tokenPlace(session.user_id, hash)),
    created_at: parts.now(),
  })
  return token
}

export function openRefreshToken(parts: AuthParts, row: Row<'refresh_tokens'>): string {
  if (!row.sealed_token) throw new Error('The active refresh token was not kept.')
  return unseal(parts.master, row.sealed_token, tokenPlace(row.user_id, row.token_hash)).toString()
}

/** When no refresh helps any longer. */
export const sessionEnd = (parts: AuthParts, session: Row<'sessions'>): Date =>
  new Date(session.created_at.getTime() + parts.switches.timeboxMs)

/** The whole answer: an access token that ends with the session at the latest, the refresh token, and the user. */
export async function sessionBody(parts: AuthParts, tx: Tx, session: Row<'sessions'>, refreshToken: string): Promise<Session> {
  const record = await readUser(tx, session.user_id)
  if (!record) throw new Error('A session has no user.')
  refuseBanned(record.user, parts.now(), 400)
  const user = userView(record)
  const issuedAt = unixSeconds(parts.now())
  const expiresAt = Math.min(issuedAt + parts.switches.accessTokenSeconds, unixSeconds(sessionEnd(parts, session)))
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
    access_token: await parts.keys.sign(claims, issuedAt, expiresAt),
    token_type: 'bearer',
    expires_in: expiresAt - issuedAt,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  }
}

const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const tokenPlace = (userId: string, hash: Buffer) => ({ userId, row: hash.toString('base64url'), column: 'sealed_token' })
