// Creates and erases users, together with their data in other modules.
import { z } from 'zod/mini'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { newId } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import { renderAuthEmailFor } from './email/content.ts'
import { refuse } from './errors.ts'
import { eraseUser, insertIdentity, insertUser, readUser } from './store.ts'

/** A user with neither address nor number is anonymous. */
export interface NewUser {
  /** Generated when missing. */
  id?: string | null
  email: string | null
  /** Digits only, as on the wire. */
  phone?: string | null
  passwordHash: string | null
  /** Whether the address counts as confirmed. */
  confirmed: boolean
  phoneConfirmed?: boolean
  metadata: Record<string, unknown>
}

/** Returns the new user's id, or null when the address or number is taken. */
export async function addUser(deps: AuthDeps, tx: Tx, input: NewUser): Promise<string | null> {
  const { email, phone = null, confirmed, phoneConfirmed = false } = input
  const now = deps.now()
  const userId = input.id ?? newId(now)
  if (!(await insertUser(tx, userId, newUserRow(input, now)))) return null
  if (email) await insertIdentity(tx, userId, emailIdentity(userId, email, confirmed, now))
  if (phone) await insertIdentity(tx, userId, phoneIdentity(userId, phone, phoneConfirmed, now))
  await deps.hooks.onUserCreated(tx, userId)
  return userId
}

export const newUserRow = ({ email, phone = null, passwordHash, confirmed, phoneConfirmed = false, metadata }: NewUser, now: Date) => ({
  email,
  phone,
  password_hash: passwordHash,
  email_confirmed_at: email && confirmed ? now : null,
  phone_confirmed_at: phone && phoneConfirmed ? now : null,
  user_metadata: JSON.stringify(metadata),
  app_metadata: JSON.stringify([...(email ? ['email'] : []), ...(phone ? ['phone'] : [])].reduce(withProvider, {})),
  is_anonymous: email === null && phone === null,
  created_at: now,
  updated_at: now,
})

const Providers = z.catch(z.looseObject({ provider: z.optional(z.string()), providers: z.optional(z.array(z.string())) }), {})

/** Adds a provider to a user's app_metadata; `provider` stays the first one. */
export function withProvider(appMetadata: unknown, provider: string): Record<string, unknown> {
  const current = Providers.parse(appMetadata ?? {})
  return { ...current, provider: current.provider ?? provider, providers: [...new Set([...(current.providers ?? []), provider])] }
}

export const emailIdentity = (userId: string, email: string, confirmed: boolean, now: Date) =>
  newIdentityRow('email', userId, { email, email_verified: confirmed, phone_verified: false }, now)

export const phoneIdentity = (userId: string, phone: string, confirmed: boolean, now: Date) =>
  newIdentityRow('phone', userId, { phone, email_verified: false, phone_verified: confirmed }, now)

function newIdentityRow(provider: 'email' | 'phone', userId: string, data: Record<string, unknown>, now: Date) {
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), provider, provider_id: userId, identity_data: JSON.stringify({ sub: userId, ...data }), ...times }
}

/** Throws user_banned: 403 for bearers and links, 400 where a session would start or be refreshed. */
export function refuseBanned(user: Row<'users'>, now: Date, status = 403): void {
  if (user.banned_until && user.banned_until > now) throw refuse('user_banned', { status })
}

/** A ban permanently ends the sessions that began before its end. */
export const isBeforeBan = (user: Row<'users'>, session: Row<'sessions'>): boolean =>
  user.banned_until !== null && user.banned_until > session.created_at

/** Deletes the user and everything that references them, and emails a goodbye, in the caller's transaction. */
export async function eraseAccount(deps: AuthDeps, tx: Tx, userId: string): Promise<void> {
  const email = (await readUser(tx, userId))?.user.email
  const about = { link: null, code: null, minutes: null }
  if (email) await deps.mailer.enqueue(tx, { ...(await renderAuthEmailFor(deps, tx, userId, 'erased', about)), to: email })
  await eraseUser(tx, userId)
  deps.check.clearCache()
}
