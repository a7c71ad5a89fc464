// Makes a user, in one transaction with what other rooms make for a new person.
import type { Tx } from '../db/pool.ts'
import { newId } from '../seal.ts'
import type { AuthParts } from './parts.ts'
import { insertUser } from './store.ts'

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
  const times = { created_at: now, updated_at: now }
  const user = {
    email,
    password_hash: passwordHash,
    email_confirmed_at: confirmed ? now : null,
    user_metadata: JSON.stringify(metadata),
    app_metadata: JSON.stringify(email ? { provider: 'email', providers: ['email'] } : {}),
    is_anonymous: email === null,
    ...times,
  }
  const data = { sub: userId, email, email_verified: confirmed, phone_verified: false }
  const identity = { id: newId(now), provider: 'email', provider_id: userId, identity_data: JSON.stringify(data), ...times }
  if (!(await insertUser(tx, userId, user, email ? [identity] : []))) return null
  await parts.onUserCreated(tx, userId)
  return userId
}
