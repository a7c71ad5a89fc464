// Serves POST /resend: sends a pending confirmation again.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { resendByPhone } from '../phone/resend.ts'
import { Address, ShortText } from '../shapes.ts'
import { readCodeChallenge } from './pkce.ts'
import { emailAddressChange, emailConfirmation, limitUnprovenEmails, readEmail, respondUniformly } from './request.ts'

const Resend = z.object({ type: z.nullish(ShortText), email: z.nullish(Address), phone: z.nullish(Address) })

/** Does not reveal whether a confirmation is pending. */
export async function resend(deps: AuthDeps, request: AuthRequest): Promise<Record<string, never>> {
  await deps.counters.consume('resend', request.ip)
  const { type, email: address, phone } = parseInput(Resend, request.body)
  if (address && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided.' })
  if (type === 'sms' || type === 'phone_change') return resendByPhone(deps, request, type, phone)
  if (type !== 'signup' && type !== 'email_change')
    throw refuse('validation_failed', { message: 'Missing one of these types: signup, email_change, sms, phone_change' })
  const email = readEmail(address)
  const challenge = readCodeChallenge(request.body)
  await limitUnprovenEmails(deps, request, email)
  return respondUniformly(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (type === 'signup' && user && !user.email_confirmed_at) await emailConfirmation(deps, tx, user, { request, challenge })
    if (type === 'email_change' && user?.new_email) await emailAddressChange(deps, tx, user, user.new_email, { request, challenge })
  })
}
