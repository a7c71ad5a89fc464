// Serves POST /verify by phone: a code signs in, or confirms a new number.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { uniformMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { changeUser, insertIdentity, readUser } from '../store.ts'
import { phoneIdentity, refuseBanned, withProvider } from '../users.ts'
import { type PhoneCode, redeemPhoneCode } from './codes.ts'
import { confirmPhone } from './store.ts'

export interface PhoneProof {
  type: 'sms' | 'phone_change'
  /** Digits only. */
  phone: string
  code: string
}

export async function verifyByPhone(deps: AuthDeps, request: AuthRequest, proof: PhoneProof): Promise<Session> {
  const minimumTime = sleep(uniformMs)
  const session = await deps.db.transaction().execute(async tx => {
    const redeemed = await redeem(deps, tx, proof)
    if (!redeemed) return null
    refuseBanned(redeemed.user, deps.now())
    await deps.hooks.refuseInMaintenance(tx, redeemed.user.id)
    await applyCode(deps, tx, request, redeemed.user, redeemed.code)
    return beginSession(deps, tx, redeemed.user.id, 'otp', request, 'phone')
  })
  deps.check.clearCache()
  deps.mailer.wake()
  if (session) return session
  await recordRefusal(deps, request, proof)
  await minimumTime
  throw refuse('otp_expired')
}

async function redeem(deps: AuthDeps, tx: Tx, { type, phone, code: input }: PhoneProof) {
  const users = type === 'sms' ? [await userByPhone(tx, phone)] : await usersByNewPhone(tx, phone)
  for (const user of users) {
    const code = user && (await redeemPhoneCode(deps, tx, user.id, { kind: type, phone }, input))
    if (code) return { user, code }
  }
  return null
}

async function applyCode(deps: AuthDeps, tx: Tx, request: AuthRequest, user: Row<'users'>, code: PhoneCode): Promise<void> {
  if (code.kind === 'phone_change') {
    await notifyOfChange(deps, tx, request, user, 'phoneChanged', { values: { phone: `+${code.phone}` } })
    return changeToPhone(deps, tx, user.id, code.phone)
  }
  if (user.phone_confirmed_at) return
  await confirmPhone(tx, user.id, code.phone, deps.now())
  // Somebody else may have signed up with this number before and set a password.
  if (!code.keeps_password && !user.email_confirmed_at) await changeUser(tx, user.id, { password_hash: null })
}

/** Sets a new, confirmed number; throws 422 when another user has it. */
export async function changeToPhone(deps: AuthDeps, tx: Tx, userId: string, phone: string): Promise<void> {
  const owner = await userByPhone(tx, phone)
  if (owner && owner.id !== userId) throw refuse('phone_exists')
  const now = deps.now()
  await confirmPhone(tx, userId, phone, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(i => i.provider === 'phone')) return
  await insertIdentity(tx, userId, phoneIdentity(userId, phone, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'phone')) })
}

async function recordRefusal(deps: AuthDeps, request: AuthRequest, { phone }: PhoneProof): Promise<void> {
  const user = await userByPhone(deps.db, phone)
  const subject = { userId: user?.id ?? null, email: user?.email ?? null }
  const details = { reason: 'otp_expired', method: 'code' }
  await noteSecurityEvent(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
}
