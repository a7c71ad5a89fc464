// Serves POST /otp: emails a sign-in link and code, creating the user if requested.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { userByEmail } from '../owners.ts'
import { otpByPhone } from '../phone/otp.ts'
import { Address, MetadataInput, ShortText } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
import { countUnprovenEmail } from './one-time.ts'
import { readCodeChallenge } from './pkce.ts'
import { emailConfirmation, emailSignInLink, limitUnprovenEmails, readEmail, respondUniformly } from './request.ts'

const Otp = z.object({
  email: z.nullish(Address),
  phone: z.nullish(Address),
  data: z.nullish(MetadataInput),
  channel: z.nullish(ShortText),
  create_user: z.nullish(z.boolean()),
})

/** A phone number gets a code by WhatsApp instead. */
export async function otp(deps: AuthDeps, request: AuthRequest): Promise<{ message_id?: string }> {
  await deps.counters.consume('otp', request.ip)
  const { email: address, phone, channel, data, create_user } = parseInput(Otp, request.body)
  if (address && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided' })
  if (phone) return otpByPhone(deps, request, { phone, channel, metadata: data ?? {}, createsUser: create_user !== false })
  const email = readEmail(address)
  const challenge = readCodeChallenge(request.body)
  await limitUnprovenEmails(deps, request, email)
  return respondUniformly(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (user) return emailSignInLink(deps, tx, user, 'magiclink', { request, challenge })
    if (create_user === false) throw refuse('otp_disabled')
    if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
    const confirmed = deps.switches.autoconfirm
    const userId = await addUser(deps, tx, { email, passwordHash: null, confirmed, metadata: data ?? {} })
    const record = userId && (await readUser(tx, userId))
    if (!record) return
    await noteSecurityEvent(deps, tx, request, { userId, email }, { name: 'auth.register', status: 'success', details: { method: 'otp' } })
    if (!confirmed) return emailConfirmation(deps, tx, record.user, { request, challenge })
    countUnprovenEmail(deps)
    return emailSignInLink(deps, tx, record.user, 'magiclink', { request, challenge })
  })
}
