// Serves POST /admin/users: creates a user, already confirmed if requested.
import type { Tx } from '../../foundation/db/pool.ts'
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { mergeMetadata } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { type Attributes, applyAttributes, readAttributes } from './attributes.ts'
import { recordAdminAction, requireUser } from './target.ts'

export async function createUser(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const attributes = await readAttributes(deps, request.body)
  if (!attributes.email && !attributes.phone)
    throw refuse('validation_failed', { message: 'Cannot create a user without either an email or phone' })
  return deps.db.transaction().execute(async tx => {
    await refuseUsedId(deps, tx, attributes.id)
    const userId = await addUser(deps, tx, {
      id: attributes.id,
      email: attributes.email,
      phone: attributes.phone,
      passwordHash: attributes.passwordHash,
      confirmed: attributes.emailConfirm,
      phoneConfirmed: attributes.phoneConfirm,
      metadata: mergeMetadata({}, attributes.userMetadata ?? {}),
    })
    if (!userId) throw refuse(attributes.email && (await userByEmail(tx, attributes.email)) ? 'email_exists' : 'phone_exists')
    await applyAttributes(deps, tx, (await requireUser(tx, userId)).user, attributes)
    await recordAdminAction(deps, tx, request, 'user_created', { userId, email: attributes.email })
    return userView(await requireUser(tx, userId))
  })
}

/** Refuses the id of a recently deleted user: the erasure still under way would delete the new user's data too. */
async function refuseUsedId(deps: AuthDeps, tx: Tx, id: Attributes['id']): Promise<void> {
  if (id === null) return
  if (await readUser(tx, id)) throw refuse('user_already_exists', { message: 'A user with this id already exists' })
  if (await deps.hooks.erasure.isUnderWay(tx, id))
    throw refuse('user_already_exists', {
      message: 'The user with this id was deleted a short time ago. Use another id, or try again in an hour',
    })
}
