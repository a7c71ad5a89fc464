// POST /verify by phone: a code signs in, or confirms a new number.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { alikeMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { changeUser, insertIdentity, readUser } from '../store.ts'
import { phoneIdentity, refuseBanned, withProvider } from '../users.ts'
import { type PhoneCode, redeemPhoneCode } from './codes.ts'
import { confirmPhone } from './store.ts'

export interface PhoneProof {
  type: 'sms' | 'phone_change'
  /** Digits. */
  phone: string
  code: string
}

export async function verifyByPhone(deps: AuthDeps, request: AuthRequest, proof: PhoneProof): Promise<Session> {
  const alike = sleep(alikeMs)
  const session = await deps.db.transaction().execute(async tx => {
    const redeemed = await redeem(deps, tx, proof)
    if (!redeemed) return null
    refuseBanned(redeemed.user, deps.now())
    await settle(deps, tx, request, redeemed.user, redeemed.code)
    return beginSession(deps, tx, redeemed.user.id, 'otp', request, 'phone')
  })
  deps.check.forget()
  deps.mailer.wake()
  if (session) return session
  await noteRefused(deps, request, proof)
  await alike
  throw refuse('otp_expired')
}

async function redeem(deps: AuthDeps, tx: Tx, { type, phone, code: given }: PhoneProof) {
  const users = type === 'sms' ? [await userByPhone(tx, phone)] : await usersByNewPhone(tx, phone)
  for (const user of users) {
    const code = user && (await redeemPhoneCode(deps, tx, user.id, { kind: type, phone }, given))
    if (code) return { user, code }
  }
  return null
}

async function settle(deps: AuthDeps, tx: Tx, request: AuthRequest, user: Row<'users'>, code: PhoneCode): Promise<void> {
  if (code.kind === 'phone_change') {
    await notifyOfChange(deps, tx, request, user, 'phoneChanged', { phone: `+${code.phone}` })
    return moveToPhone(deps, tx, user.id, code.phone)
  }
  if (user.phone_confirmed_at) return
  await confirmPhone(tx, user.id, code.phone, deps.now())
  // Somebody else may have signed up with this number before and wait behind a password of theirs.
  if (!code.keeps_password && !user.email_confirmed_at) await changeUser(tx, user.id, { password_hash: null })
}

/** Gives a person another number, confirmed; throws 422 when somebody else has it. */
export async function moveToPhone(deps: AuthDeps, tx: Tx, userId: string, phone: string): Promise<void> {
  const owner = await userByPhone(tx, phone)
  if (owner && owner.id !== userId) throw refuse('phone_exists')
  const now = deps.now()
  await confirmPhone(tx, userId, phone, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(one => one.provider === 'phone')) return
  await insertIdentity(tx, userId, phoneIdentity(userId, phone, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'phone')) })
}

async function noteRefused(deps: AuthDeps, request: AuthRequest, { phone }: PhoneProof): Promise<void> {
  const user = await userByPhone(deps.db, phone)
  const subject = { userId: user?.id ?? null, email: user?.email ?? null }
  const details = { reason: 'otp_expired', method: 'code' }
  await note(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await note(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
}
