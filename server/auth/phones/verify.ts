// POST /verify by phone: a code signs in, or gives a person their new number.
import { sleep } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { alikeMs } from '../mailed/asking.ts'
import { tellChanged } from '../mailed/changed.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { phoneIdentity, refuseBanned, withProvider } from '../people.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { changeUser, insertIdentity, readUser } from '../store.ts'
import { type PhoneCode, redeemPhoneCode } from './codes.ts'
import { confirmPhone } from './store.ts'

export interface PhoneProof {
  type: 'sms' | 'phone_change'
  /** Digits. */
  phone: string
  code: string
}

export async function verifyByPhone(parts: AuthParts, ask: Ask, proof: PhoneProof): Promise<Session> {
  const alike = sleep(alikeMs)
  const session = await parts.db.transaction().execute(async tx => {
    const redeemed = await redeem(parts, tx, proof)
    if (!redeemed) return null
    refuseBanned(redeemed.user, parts.now())
    await settle(parts, tx, ask, redeemed.user, redeemed.code)
    return beginSession(parts, tx, redeemed.user.id, 'otp', ask, 'phone')
  })
  parts.check.forget()
  parts.mailer.wake()
  if (session) return session
  await noteRefused(parts, ask, proof)
  await alike
  throw refuse('otp_expired')
}

async function redeem(parts: AuthParts, tx: Tx, { type, phone, code: given }: PhoneProof) {
  const users = type === 'sms' ? [await userByPhone(tx, phone)] : await usersByNewPhone(tx, phone)
  for (const user of users) {
    const code = user && (await redeemPhoneCode(parts, tx, user.id, { kind: type, phone }, given))
    if (code) return { user, code }
  }
  return null
}

async function settle(parts: AuthParts, tx: Tx, ask: Ask, user: Row<'users'>, code: PhoneCode): Promise<void> {
  if (code.kind === 'phone_change') {
    await tellChanged(parts, tx, ask, user, 'phoneChanged', { phone: `+${code.phone}` })
    return moveToPhone(parts, tx, user.id, code.phone)
  }
  if (user.phone_confirmed_at) return
  await confirmPhone(tx, user.id, code.phone, parts.now())
  // Somebody else may have signed up with this number before and wait behind a password of theirs.
  if (!code.keeps_password && !user.email_confirmed_at) await changeUser(tx, user.id, { password_hash: null })
}

/** Gives a person another number, confirmed; throws 422 when somebody else has it. */
export async function moveToPhone(parts: AuthParts, tx: Tx, userId: string, phone: string): Promise<void> {
  const owner = await userByPhone(tx, phone)
  if (owner && owner.id !== userId) throw refuse('phone_exists')
  const now = parts.now()
  await confirmPhone(tx, userId, phone, now)
  const record = await readUser(tx, userId)
  if (record?.identities.some(one => one.provider === 'phone')) return
  await insertIdentity(tx, userId, phoneIdentity(userId, phone, true, now))
  await changeUser(tx, userId, { app_metadata: JSON.stringify(withProvider(record?.user.app_metadata, 'phone')) })
}

async function noteRefused(parts: AuthParts, ask: Ask, { phone }: PhoneProof): Promise<void> {
  const user = await userByPhone(parts.db, phone)
  const subject = { userId: user?.id ?? null, email: user?.email ?? null }
  const details = { reason: 'otp_expired', method: 'code' }
  await note(parts, parts.db, ask, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await note(parts, parts.db, ask, subject, { name: 'auth.login', status: 'error', details })
}
