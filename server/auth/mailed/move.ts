// Moves a person to another address, confirmed.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { emailIdentity, withProvider } from '../people.ts'
import { changeUser, confirmEmail, insertIdentity, readUser } from '../store.ts'
import { tellChanged } from './changed.ts'

/** Gives a person another address, confirmed, and tells the old one; throws 422 when somebody else has it. */
export async function moveTo(parts: AuthParts, tx: Tx, ask: Ask, user: Row<'users'>, email: string): Promise<void> {
  const userId = user.id
  const owner = await userByEmail(tx, email)
  if (owner && owner.id !== userId) throw refuse('email_exists')
  await tellChanged(parts, tx, ask, user, 'emailChanged', { to: email })
  const now = parts.now()
  await confirmEmail(tx, userId, email, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(i => i.provider === 'email')) return
  await insertIdentity(tx, userId, emailIdentity(userId, email, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'email')) })
}
