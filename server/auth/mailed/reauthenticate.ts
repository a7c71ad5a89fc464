// GET /reauthenticate: mails a code that confirms a change of the password; who has no address gets it by phone.
import type { Row } from '../../db/tables.ts'
import type { PersonAsk } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
import { redeemPhoneCode } from '../phones/codes.ts'
import { reauthenticateByPhone } from '../phones/reauthenticate.ts'
import { changeUser } from '../store.ts'
import { countLetter } from './asking.ts'
import { mailToken, redeemCode } from './one-time.ts'

export async function reauthenticate(parts: AuthParts, { who: { user } }: PersonAsk): Promise<{ message_id?: string }> {
  const { email, phone } = user
  if (!email && phone) return reauthenticateByPhone(parts, user, phone)
  if (!email) throw refuse('validation_failed', { message: 'Reauthentication requires the user to have an email or a phone number' })
  if (!user.email_confirmed_at) throw refuse('email_not_confirmed', { status: 422, message: 'Please verify your email first.' })
  await countLetter(parts, email)
  await parts.db.transaction().execute(async tx => {
    await mailToken(parts, tx, user.id, { kind: 'reauthentication', letter: 'reauthenticate', link: null, email })
    await changeUser(tx, user.id, { reauthentication_sent_at: parts.now() })
  })
  parts.mailer.wake()
  return {}
}

/** True when `nonce` is the code that was sent; it is used up by that. */
export async function isReauthenticated(parts: AuthParts, { id, email, phone }: Row<'users'>, nonce: string): Promise<boolean> {
  return parts.db.transaction().execute(async tx => {
    if (email) return (await redeemCode(parts, tx, id, 'reauthentication', email, nonce)) !== null
    return phone !== null && (await redeemPhoneCode(parts, tx, id, { kind: 'reauthentication', phone }, nonce)) !== null
  })
}
