// Serves GET and DELETE /admin/users/:id/passkeys: the passkeys that a user signs in with.
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { passkeyView, readPasskeyId } from '../passkeys/manage.ts'
import { dropSignInPasskey, listSignInPasskeys } from '../passkeys/store.ts'
import type { PasskeyItem } from '../shapes.ts'
import { readActiveTarget, readTarget, recordAdminAction } from './target.ts'

export async function listUserPasskeys({ db }: AuthDeps, request: OperatorRequest): Promise<PasskeyItem[]> {
  const { user } = await readTarget(db, request)
  return (await listSignInPasskeys(db, user.id)).map(passkeyView)
}

/** For a lost device. */
export async function deleteUserPasskey(deps: AuthDeps, request: OperatorRequest): Promise<Record<string, never>> {
  const { user } = await readActiveTarget(deps.db, request)
  const id = readPasskeyId(request)
  await deps.db.transaction().execute(async tx => {
    if (!(await dropSignInPasskey(tx, user.id, id))) throw refuse('webauthn_credential_not_found')
    await recordAdminAction(deps, tx, request, 'passkey_deleted', { userId: user.id, email: user.email }, { passkey_id: id })
  })
  return {}
}
