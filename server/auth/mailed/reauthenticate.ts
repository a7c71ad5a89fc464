// GET /reauthenticate: mails a code that confirms a change of the password.

import type { PersonAsk } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
import { changeUser } from '../store.ts'
import { countLetter } from './asking.ts'
import { mailToken, redeemCode } from './one-time.ts'

export async function reauthenticate(parts: AuthParts, { who: { user } }: PersonAsk): Promise<Record<string, never>> {
  const { email } = user
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

/** True when `nonce` is the code that was mailed; it is used up by that. */
export async function isReauthenticated(parts: AuthParts, userId: string, email: string, nonce: string): Promise<boolean> {
  return (await parts.db.transaction().execute(tx => redeemCode(parts, tx, userId, 'reauthentication', email, nonce))) !== null
}
