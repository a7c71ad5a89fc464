// Serves GET /reauthenticate: sends the code that confirms a password change, by email or to the user's phone.
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { redeemPhoneCode } from '../phone/codes.ts'
import { reauthenticateByPhone } from '../phone/reauthenticate.ts'
import { changeUser } from '../store.ts'
import { emailToken, redeemCode } from './one-time.ts'
import { limitOwnEmails } from './request.ts'

export async function reauthenticate(deps: AuthDeps, request: UserRequest): Promise<{ message_id?: string }> {
  const { user } = request.record
  const { email, phone } = user
  if (!email && phone) return reauthenticateByPhone(deps, request, user, phone)
  if (!email) throw refuse('validation_failed', { message: 'Reauthentication requires the user to have an email or a phone number' })
  if (!user.email_confirmed_at) throw refuse('email_not_confirmed', { status: 422, message: 'Please verify your email first.' })
  await limitOwnEmails(deps, user.id)
  await deps.db.transaction().execute(async tx => {
    await emailToken(deps, tx, user.id, { kind: 'reauthentication', content: 'reauthenticate', link: null, email })
    await changeUser(tx, user.id, { reauthentication_sent_at: deps.now() })
  })
  deps.mailer.wake()
  return {}
}

/** True when `nonce` is the code that was sent, which is then used up. */
export async function isReauthenticated(deps: AuthDeps, { id, email, phone }: Row<'users'>, nonce: string): Promise<boolean> {
  return deps.db.transaction().execute(async tx => {
    if (email) return (await redeemCode(deps, tx, id, 'reauthentication', email, nonce)) !== null
    return phone !== null && (await redeemPhoneCode(deps, tx, id, { kind: 'reauthentication', phone }, nonce)) !== null
  })
}
