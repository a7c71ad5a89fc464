// Makes a user, in one transaction with what other rooms make for a new person.
import type { Tx } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'
import { newId } from '../seal.ts'
import { refuse } from './errors.ts'
import { letterOf } from './mailed/letters.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { changeUser, confirmEmail, eraseUser, insertIdentity, insertUser, readUser } from './store.ts'

export interface NewPerson {
  /** Null for somebody who stays anonymous. */
  email: string | null
  passwordHash: string | null
  confirmed: boolean
  metadata: Record<string, unknown>
}

/** Returns the new user's id, or null when the address is taken. */
export async function addPerson(parts: AuthParts, tx: Tx, { email, passwordHash, confirmed, metadata }: NewPerson): Promise<string | null> {
  const now = parts.now()
  const userId = newId(now)
  if (!(await insertUser(tx, userId, newUser({ email, passwordHash, confirmed, metadata }, now)))) return null
  if (email) await insertIdentity(tx, userId, emailIdentity(userId, email, confirmed, now))
  await parts.onUserCreated(tx, userId)
  return userId
}

export const newUser = ({ email, passwordHash, confirmed, metadata }: NewPerson, now: Date) => ({
  email,
  password_hash: passwordHash,
  email_confirmed_at: confirmed ? now : null,
  user_metadata: JSON.stringify(metadata),
  app_metadata: JSON.stringify(email ? emailProvider : {}),
  is_anonymous: email === null,
  created_at: now,
  updated_at: now,
})

/** Gives a person another address, confirmed; throws 422 when somebody else has it. */
export async function moveTo(parts: AuthParts, tx: Tx, userId: string, email: string): Promise<void> {
  const owner = await userByEmail(tx, email)
  if (owner && owner.id !== userId) throw refuse('email_exists')
  const now = parts.now()
  await confirmEmail(tx, userId, email, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(i => i.provider === 'email')) return
  await insertIdentity(tx, userId, emailIdentity(userId, email, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(emailProvider) })
}

export const emailProvider = { provider: 'email', providers: ['email'] }

export function emailIdentity(userId: string, email: string, confirmed: boolean, now: Date) {
  const data = { sub: userId, email, email_verified: confirmed, phone_verified: false }
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), provider: 'email', provider_id: userId, identity_data: JSON.stringify(data), ...times }
}

/** Throws user_banned: with 403 on bearers and links, with 400 where a session would begin or go on. */
export function refuseBanned(user: Row<'users'>, now: Date, status = 403): void {
  if (user.banned_until && user.banned_until > now) throw refuse('user_banned', { status })
}

/** Drops the user with all that hangs on it, and says goodbye by mail, in the caller's transaction. */
export async function erasePerson(parts: AuthParts, tx: Tx, userId: string): Promise<void> {
  const email = (await readUser(tx, userId))?.user.email
  if (email) await parts.mailer.keep(tx, { ...letterOf('erased', { link: null, code: null, minutes: null }), to: email })
  await eraseUser(tx, userId)
  parts.check.forget()
}
