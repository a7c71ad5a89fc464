// POST /admin/users: makes a person, confirmed where that is said.
import type { Tx } from '../../db/pool.ts'
import type { OperatorAsk } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { addPerson } from '../people.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { userView } from '../view.ts'
import { noteAct, recordOf } from './acts.ts'
import { type Attributes, readAttributes } from './attributes.ts'
import { settle } from './settle.ts'

export async function createPerson(parts: AuthParts, ask: OperatorAsk): Promise<User> {
  const given = await readAttributes(parts, ask.body)
  if (!given.email && !given.phone) throw refuse('validation_failed', { message: 'Cannot create a user without either an email or phone' })
  return parts.db.transaction().execute(async tx => {
    await refuseUsedId(parts, tx, given.id)
    const userId = await addPerson(parts, tx, {
      id: given.id,
      email: given.email,
      phone: given.phone,
      passwordHash: given.passwordHash,
      confirmed: given.emailConfirm,
      phoneConfirmed: given.phoneConfirm,
      metadata: merged({}, given.userMetadata ?? {}),
    })
    if (!userId) throw refuse(given.email && (await userByEmail(tx, given.email)) ? 'email_exists' : 'phone_exists')
    await settle(parts, tx, (await recordOf(tx, userId)).user, given)
    await noteAct(parts, tx, ask, 'user_created', { userId, email: given.email })
    return userView(await recordOf(tx, userId))
  })
}

/** Who takes an id of somebody who has just left would be erased with what is still under way for them. */
async function refuseUsedId(parts: AuthParts, tx: Tx, id: Attributes['id']): Promise<void> {
  if (id === null) return
  if (await readUser(tx, id)) throw refuse('user_already_exists', { message: 'A user with this id exists already' })
  if (await parts.leaving.isUnderWay(tx, id))
    throw refuse('user_already_exists', {
      message: 'The user of this id was deleted a short time ago. Take another id, or try again in an hour',
    })
}
