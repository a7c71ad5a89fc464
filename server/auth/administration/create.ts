// POST /admin/users: creates a user, already confirmed if the request says so.
import type { Tx } from '../../foundation/db/pool.ts'
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { type Attributes, applyAttributes, readAttributes } from './attributes.ts'
import { recordAdminAction, recordOf } from './target.ts'

export async function createUser(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const given = await readAttributes(deps, request.body)
  if (!given.email && !given.phone) throw refuse('validation_failed', { message: 'Cannot create a user without either an email or phone' })
  return deps.db.transaction().execute(async tx => {
    await refuseUsedId(deps, tx, given.id)
    const userId = await addUser(deps, tx, {
      id: given.id,
      email: given.email,
      phone: given.phone,
      passwordHash: given.passwordHash,
      confirmed: given.emailConfirm,
      phoneConfirmed: given.phoneConfirm,
      metadata: merged({}, given.userMetadata ?? {}),
    })
    if (!userId) throw refuse(given.email && (await userByEmail(tx, given.email)) ? 'email_exists' : 'phone_exists')
    await applyAttributes(deps, tx, (await recordOf(tx, userId)).user, given)
    await recordAdminAction(deps, tx, request, 'user_created', { userId, email: given.email })
    return userView(await recordOf(tx, userId))
  })
}

/** Who takes an id of somebody who has just left would be erased with what is still under way for them. */
async function refuseUsedId(deps: AuthDeps, tx: Tx, id: Attributes['id']): Promise<void> {
  if (id === null) return
  if (await readUser(tx, id)) throw refuse('user_already_exists', { message: 'A user with this id exists already' })
  if (await deps.hooks.erasure.isUnderWay(tx, id))
    throw refuse('user_already_exists', {
      message: 'The user of this id was deleted a short time ago. Take another id, or try again in an hour',
    })
}
