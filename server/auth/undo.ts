// Takes back a change of a user's sign-in that was not theirs, and signs everybody out.
import type { Tx } from '../foundation/db/pool.ts'
import { dropCodes } from './code-store.ts'
import type { AuthDeps } from './deps.ts'
import { removeFactor } from './factors/enroll.ts'
import { dropSignInPasskey } from './passkeys/store.ts'
import { changeUser, endSessions } from './store.ts'

/** `none`: the change was elsewhere, and only the sessions end. A password is dropped: its owner sets one by a recovery email. */
export type UndoneChange = { kind: 'password' | 'none' } | { kind: 'factor' | 'passkey'; id: string }

export async function undoChange(deps: AuthDeps, tx: Tx, userId: string, change: UndoneChange): Promise<void> {
  if (change.kind === 'password') await changeUser(tx, userId, { password_hash: null, updated_at: deps.now() })
  if (change.kind === 'factor') await removeFactor(tx, userId, change.id)
  if (change.kind === 'passkey') await dropSignInPasskey(tx, userId, change.id)
  await dropCodes(tx, userId)
  await endSessions(tx, userId, 'global', '')
  await deps.hooks.onOthersSignedOut(tx, userId)
}
