// POST /resend: mails once more what is waiting to be confirmed.
import { z } from 'zod/mini'
import { type Ask, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { resendByPhone } from '../phones/resend.ts'
import { answerAlike, countLetter, mailConfirmation, mailEmailChange, readEmail } from './asking.ts'
import { readChallenge } from './pkce.ts'

const Resend = z.object({ type: z.nullish(z.string()), email: z.nullish(z.string()), phone: z.nullish(z.string()) })

/** Says nothing about whether something is waiting. */
export async function resend(parts: AuthParts, ask: Ask): Promise<Record<string, never>> {
  await parts.counters.take('resend', ask.ip)
  const { type, email: given, phone } = read(Resend, ask.body)
  if (given && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided.' })
  if (type === 'sms' || type === 'phone_change') return resendByPhone(parts, type, phone)
  if (type !== 'signup' && type !== 'email_change')
    throw refuse('validation_failed', { message: 'Missing one of these types: signup, email_change, sms, phone_change' })
  const email = readEmail(given)
  const challenge = readChallenge(ask.body)
  await countLetter(parts, email)
  return answerAlike(parts, async tx => {
    const user = await userByEmail(tx, email)
    if (type === 'signup' && user && !user.email_confirmed_at) await mailConfirmation(parts, tx, user, { ask, challenge })
    if (type === 'email_change' && user?.new_email) await mailEmailChange(parts, tx, user, user.new_email, { ask, challenge })
  })
}
