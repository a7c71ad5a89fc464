// What a redeemed token changes: it confirms the user's address, or moves them to a new one.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { keepProven } from '../providers/link.ts'
import { changeUser, confirmEmail, insertIdentity, readUser, type UserRecord } from '../store.ts'
import { emailIdentity, refuseBanned, withProvider } from '../users.ts'
import { notifyOfChange } from './change-notification.ts'
import type { OneTimeToken } from './one-time.ts'
import { readOneTimeTokens } from './store.ts'

/** `half`: the other address has yet to agree. */
export type Confirmed = { kind: 'person' } | { kind: 'half' }

export async function confirmed(deps: AuthDeps, tx: Tx, request: AuthRequest, token: OneTimeToken): Promise<Confirmed> {
  const record = await readUser(tx, token.user_id)
  if (!record) throw refuse('user_not_found')
  refuseBanned(record.user, deps.now())
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') return moveEmail(deps, tx, request, record)
  if (!record.user.email_confirmed_at) await keepProven(deps, tx, token.user_id, token.email, token.identity_id)
  // Who opens an email that we sent has its address, whatever the email was for.
  if (!record.user.email_confirmed_at) await confirmEmail(tx, token.user_id, token.email, deps.now())
  // Somebody else may have signed up with this address before and wait behind a password of theirs.
  if (!record.user.email_confirmed_at && token.kind === 'recovery') await changeUser(tx, token.user_id, { password_hash: null })
  return { kind: 'person' }
}

async function moveEmail(deps: AuthDeps, tx: Tx, request: AuthRequest, { user }: UserRecord): Promise<Confirmed> {
  const tokens = await readOneTimeTokens(tx, user.id)
  const agreed = (kind: OneTimeToken['kind']) => tokens.some(t => t.kind === kind && t.used_at !== null)
  const needsCurrent = user.email !== null && deps.switches.confirmBothAddresses
  if (!agreed('email_change_new') || (needsCurrent && !agreed('email_change_current'))) return { kind: 'half' }
  if (!user.new_email) throw refuse('otp_expired')
  await moveToEmail(deps, tx, request, user, user.new_email)
  return { kind: 'person' }
}

/** Gives a person another address, confirmed, and tells the old one; throws 422 when somebody else has it. */
export async function moveToEmail(deps: AuthDeps, tx: Tx, request: AuthRequest, user: Row<'users'>, email: string): Promise<void> {
  const userId = user.id
  const owner = await userByEmail(tx, email)
  if (owner && owner.id !== userId) throw refuse('email_exists')
  await notifyOfChange(deps, tx, request, user, 'emailChanged', { to: email })
  const now = deps.now()
  await confirmEmail(tx, userId, email, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(i => i.provider === 'email')) return
  await insertIdentity(tx, userId, emailIdentity(userId, email, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'email')) })
}
