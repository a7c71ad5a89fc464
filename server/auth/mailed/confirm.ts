// What a redeemed token changes: the address is confirmed, or moves.
import type { Tx } from '../../db/pool.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
import { refuseBanned } from '../people.ts'
import { keepProven } from '../providers/prove.ts'
import { changeUser, confirmEmail, readUser, type UserRecord } from '../store.ts'
import { moveTo } from './move.ts'
import type { OneTimeToken } from './one-time.ts'
import { readOneTimeTokens } from './store.ts'

/** `half`: the other address has yet to agree. */
export type Confirmed = { kind: 'person' } | { kind: 'half' }

export async function confirmed(parts: AuthParts, tx: Tx, ask: Ask, token: OneTimeToken): Promise<Confirmed> {
  const record = await readUser(tx, token.user_id)
  if (!record) throw refuse('user_not_found')
  refuseBanned(record.user, parts.now())
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') return moveEmail(parts, tx, ask, record)
  if (!record.user.email_confirmed_at) await keepProven(parts, tx, token.user_id, token.email, token.identity_id)
  // Who opens a mail that we sent has its address, whatever the mail was for.
  if (!record.user.email_confirmed_at) await confirmEmail(tx, token.user_id, token.email, parts.now())
  // Somebody else may have signed up with this address before and wait behind a password of theirs.
  if (!record.user.email_confirmed_at && token.kind === 'recovery') await changeUser(tx, token.user_id, { password_hash: null })
  return { kind: 'person' }
}

async function moveEmail(parts: AuthParts, tx: Tx, ask: Ask, { user }: UserRecord): Promise<Confirmed> {
  const tokens = await readOneTimeTokens(tx, user.id)
  const agreed = (kind: OneTimeToken['kind']) => tokens.some(t => t.kind === kind && t.used_at !== null)
  const needsCurrent = user.email !== null && parts.switches.confirmBothAddresses
  if (!agreed('email_change_new') || (needsCurrent && !agreed('email_change_current'))) return { kind: 'half' }
  if (!user.new_email) throw refuse('otp_expired')
  await moveTo(parts, tx, ask, user, user.new_email)
  return { kind: 'person' }
}
