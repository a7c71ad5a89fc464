// POST /resend: sends a pending confirmation again.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { resendByPhone } from '../phone/resend.ts'
import { readChallenge } from './pkce.ts'
import { answerAlike, limitEmails, mailConfirmation, mailEmailChange, readEmail } from './request.ts'

const Resend = z.object({ type: z.nullish(z.string()), email: z.nullish(z.string()), phone: z.nullish(z.string()) })

/** Says nothing about whether something is waiting. */
export async function resend(deps: AuthDeps, request: AuthRequest): Promise<Record<string, never>> {
  await deps.counters.take('resend', request.ip)
  const { type, email: given, phone } = read(Resend, request.body)
  if (given && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided.' })
  if (type === 'sms' || type === 'phone_change') return resendByPhone(deps, type, phone)
  if (type !== 'signup' && type !== 'email_change')
    throw refuse('validation_failed', { message: 'Missing one of these types: signup, email_change, sms, phone_change' })
  const email = readEmail(given)
  const challenge = readChallenge(request.body)
  await limitEmails(deps, email)
  return answerAlike(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (type === 'signup' && user && !user.email_confirmed_at) await mailConfirmation(deps, tx, user, { request, challenge })
    if (type === 'email_change' && user?.new_email) await mailEmailChange(deps, tx, user, user.new_email, { request, challenge })
  })
}
