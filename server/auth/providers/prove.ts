// An address was proven by a letter: identities that claimed it before, and waited, are another's.
import type { Tx } from '../../db/pool.ts'
import type { AuthParts } from '../parts.ts'
import { emailIdentity } from '../people.ts'
import { insertIdentity, readUser } from '../store.ts'
import { keepProviders } from './link.ts'
import { dropUnproven, markProven } from './store.ts'

/** `identityId` is the one that the letter was sent for, if any; it stays. */
export async function keepProven(parts: AuthParts, tx: Tx, userId: string, email: string, identityId: string | null): Promise<void> {
  await dropUnproven(tx, userId, email, identityId)
  if (identityId) await markProven(tx, userId, identityId)
  const left = (await readUser(tx, userId))?.identities ?? []
  if (left.length === 0) await insertIdentity(tx, userId, emailIdentity(userId, email, true, parts.now()))
  await keepProviders(parts, tx, userId, null)
}
