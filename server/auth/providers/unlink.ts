// DELETE /user/identities/:id: unlinks an identity, but never the last one.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import { refuseLowAssurance } from '../assurance.ts'
import { dropCodes } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { read, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { changeUser, readUser } from '../store.ts'
import { Metadata } from '../view.ts'
import { keepProviders, labelOf } from './link.ts'
import { dropIdentity, lockPerson } from './store.ts'

const Params = z.object({ id: z.string() })

export async function unlinkIdentity(deps: AuthDeps, request: UserRequest): Promise<Record<string, never>> {
  if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
  const { id } = read(Params, request.params)
  if (!z.uuid().safeParse(id).success) throw refuse('validation_failed', { status: 404, message: 'identity_id must be an UUID' })
  refuseLowAssurance(request, 'unlink an identity')
  const userId = request.who.user.id
  await deps.db.transaction().execute(async tx => {
    const user = await lockPerson(tx, userId)
    const identities = (await readUser(tx, userId))?.identities ?? []
    const leaving = identities.find(one => one.id === id)
    if (identities.length <= 1) throw refuse('single_identity_not_deletable')
    if (!user || !leaving) throw refuse('identity_not_found')
    await dropIdentity(tx, userId, id)
    if (leaving.provider === 'phone') await dropCodes(tx, userId, ['phone_codes'])
    await changeUser(tx, userId, await changeWithout(user, leaving, identities, email => userByEmail(tx, email)))
    await keepProviders(deps, tx, userId, null)
    await notifyOfChange(deps, tx, request, user, 'identityGone', { provider: labelOf(deps, leaving.provider) })
  })
  deps.mailer.wake()
  return {}
}

/** The password goes with the identity that it opens, the number with its own; an address that went with it gives way to one that is left and verified. */
async function changeWithout(
  user: Row<'users'>,
  leaving: Row<'identities'>,
  identities: Row<'identities'>[],
  ownerOf: (email: string) => Promise<Row<'users'> | null>,
) {
  if (leaving.provider === 'phone') return { phone: null, phone_confirmed_at: null, new_phone: null }
  const change = leaving.provider === 'email' ? { password_hash: null } : {}
  const left = identities.filter(one => one.id !== leaving.id).map(one => Metadata.parse(one.identity_data))
  if (left.some(data => data['email'] === user.email) || Metadata.parse(leaving.identity_data)['email'] !== user.email) return change
  const email = left.find(data => data['email_verified'] === true)?.['email']
  if (typeof email !== 'string') return change
  if (await ownerOf(email)) throw refuse('email_conflict_identity_not_deletable')
  return { ...change, email }
}
