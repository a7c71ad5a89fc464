// Serves /passkeys: lists, renames and removes the passkeys that a user signs in with.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import type { PasskeyItem } from '../shapes.ts'
import { passkeySite } from './site.ts'
import { dropSignInPasskey, listSignInPasskeys, renameSignInPasskey } from './store.ts'

/** The wire leaves out what is empty. */
export const passkeyView = (row: Pick<Row<'sign_in_passkeys'>, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>): PasskeyItem => ({
  id: row.id,
  ...(row.friendly_name && { friendly_name: row.friendly_name }),
  created_at: row.created_at.toISOString(),
  ...(row.last_used_at && { last_used_at: row.last_used_at.toISOString() }),
})

export async function listPasskeys(deps: AuthDeps, { record }: UserRequest): Promise<PasskeyItem[]> {
  passkeySite(deps)
  return (await listSignInPasskeys(deps.db, record.user.id)).map(passkeyView)
}

const Rename = z.object({ friendly_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)) })

export async function renamePasskey(deps: AuthDeps, request: UserRequest): Promise<PasskeyItem> {
  passkeySite(deps)
  const { friendly_name } = parseInput(Rename, request.body)
  refuseLowAssurance(request, 'rename a passkey')
  const renamed = await renameSignInPasskey(deps.db, request.record.user.id, readPasskeyId(request), friendly_name)
  if (!renamed) throw refuse('webauthn_credential_not_found')
  return passkeyView(renamed)
}

export async function removePasskey(deps: AuthDeps, request: UserRequest): Promise<Record<string, never>> {
  passkeySite(deps)
  const id = readPasskeyId(request)
  refuseLowAssurance(request, 'remove a passkey')
  const { user } = request.record
  await deps.db.transaction().execute(async tx => {
    if (!(await dropSignInPasskey(tx, user.id, id))) throw refuse('webauthn_credential_not_found')
    const subject = { userId: user.id, email: user.email }
    await noteSecurityEvent(deps, tx, request, subject, { name: 'auth.passkey_removed', status: 'success' })
    await notifyOfChange(deps, tx, request, user, 'passkeyGone')
  })
  deps.mailer.wake()
  return {}
}

const Params = z.object({ passkeyId: z.uuid() })

/** The id in this URL; throws 404. */
export function readPasskeyId({ params }: Pick<UserRequest, 'params'>): string {
  const parsed = Params.safeParse(params)
  if (!parsed.success) throw refuse('webauthn_credential_not_found')
  return parsed.data.passkeyId
}
