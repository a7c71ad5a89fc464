// Applies a redeemed token: confirms the user's address, or changes it to a new one.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { keepVerifiedIdentities } from '../providers/link.ts'
import { changeUser, confirmEmail, insertIdentity, readUser, type UserRecord } from '../store.ts'
import { emailIdentity, refuseBanned, withProvider } from '../users.ts'
import { notifyOfChange } from './change-notification.ts'
import type { OneTimeToken } from './one-time.ts'
import { readOneTimeTokens } from './store.ts'

/** `half`: the other address must still confirm. */
export type AppliedToken = { kind: 'confirmed' } | { kind: 'half' }

export async function applyToken(deps: AuthDeps, tx: Tx, request: AuthRequest, token: OneTimeToken): Promise<AppliedToken> {
  const record = await readUser(tx, token.user_id)
  if (!record) throw refuse('user_not_found')
  refuseBanned(record.user, deps.now())
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') return applyEmailChange(deps, tx, request, record)
  if (!record.user.email_confirmed_at) await keepVerifiedIdentities(deps, tx, token.user_id, token.email, token.identity_id)
  // Opening any of our emails proves control of the address.
  if (!record.user.email_confirmed_at) await confirmEmail(tx, token.user_id, token.email, deps.now())
  // Somebody else may have signed up with this address before and set a password.
  if (!record.user.email_confirmed_at && token.kind === 'recovery') await changeUser(tx, token.user_id, { password_hash: null })
  return { kind: 'confirmed' }
}

async function applyEmailChange(deps: AuthDeps, tx: Tx, request: AuthRequest, { user }: UserRecord): Promise<AppliedToken> {
  const tokens = await readOneTimeTokens(tx, user.id)
  const hasConfirmed = (kind: OneTimeToken['kind']) => tokens.some(t => t.kind === kind && t.used_at !== null)
  const needsCurrent = user.email !== null && deps.switches.confirmBothAddresses
  if (!hasConfirmed('email_change_new') || (needsCurrent && !hasConfirmed('email_change_current'))) return { kind: 'half' }
  if (!user.new_email) throw refuse('otp_expired')
  await changeToEmail(deps, tx, request, user, user.new_email)
  return { kind: 'confirmed' }
}

/** Sets a new, confirmed address and notifies the old one; throws 422 when another user has it. */
export async function changeToEmail(deps: AuthDeps, tx: Tx, request: AuthRequest, user: Row<'users'>, email: string): Promise<void> {
  const userId = user.id
  const owner = await userByEmail(tx, email)
  if (owner && owner.id !== userId) throw refuse('email_exists')
  await notifyOfChange(deps, tx, request, user, 'emailChanged', { values: { to: email } })
  const now = deps.now()
  await confirmEmail(tx, userId, email, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(i => i.provider === 'email')) return
  await insertIdentity(tx, userId, emailIdentity(userId, email, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'email')) })
}
