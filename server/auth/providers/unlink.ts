// Serves DELETE /user/identities/:id: unlinks an identity, but never the last one.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import { refuseLowAssurance } from '../assurance.ts'
import { dropCodes } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { ShortText } from '../shapes.ts'
import { changeUser, readUser } from '../store.ts'
import { Metadata } from '../view.ts'
import { providerLabel, syncProviders } from './link.ts'
import { dropIdentity, lockUserRow } from './store.ts'

const Params = z.object({ id: ShortText })

export async function unlinkIdentity(deps: AuthDeps, request: UserRequest): Promise<Record<string, never>> {
  if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
  const { id } = parseInput(Params, request.params)
  if (!z.uuid().safeParse(id).success) throw refuse('validation_failed', { status: 404, message: 'identity_id must be an UUID' })
  refuseLowAssurance(request, 'unlink an identity')
  const userId = request.record.user.id
  await deps.db.transaction().execute(async tx => {
    const user = await lockUserRow(tx, userId)
    const identities = (await readUser(tx, userId))?.identities ?? []
    const unlinked = identities.find(i => i.id === id)
    if (identities.length <= 1) throw refuse('single_identity_not_deletable')
    if (!user || !unlinked) throw refuse('identity_not_found')
    await dropIdentity(tx, userId, id)
    if (unlinked.provider === 'phone') await dropCodes(tx, userId, ['phone_codes'])
    await changeUser(tx, userId, await userChanges(user, unlinked, identities, email => userByEmail(tx, email)))
    await syncProviders(deps, tx, userId, null)
    await notifyOfChange(deps, tx, request, user, 'identityGone', { values: { provider: providerLabel(deps, unlinked.provider) } })
  })
  deps.mailer.wake()
  return {}
}

/** Unlinking the email identity drops the password, the phone identity drops the number; a lost address is replaced by a remaining verified one. */
async function userChanges(
  user: Row<'users'>,
  unlinked: Row<'identities'>,
  identities: Row<'identities'>[],
  findOwner: (email: string) => Promise<Row<'users'> | null>,
) {
  if (unlinked.provider === 'phone') return { phone: null, phone_confirmed_at: null, new_phone: null }
  const change = unlinked.provider === 'email' ? { password_hash: null } : {}
  const remaining = identities.filter(i => i.id !== unlinked.id).map(i => Metadata.parse(i.identity_data))
  if (remaining.some(data => data['email'] === user.email) || Metadata.parse(unlinked.identity_data)['email'] !== user.email) return change
  const email = remaining.find(data => data['email_verified'] === true)?.['email']
  if (typeof email !== 'string') return change
  if (await findOwner(email)) throw refuse('email_conflict_identity_not_deletable')
  return { ...change, email }
}
