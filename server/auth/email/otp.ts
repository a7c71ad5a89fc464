// POST /otp: emails a sign-in link and code, creating the user if asked to.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByEmail } from '../owners.ts'
import { otpByPhone } from '../phone/otp.ts'
import { GivenMetadata } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
import { readChallenge } from './pkce.ts'
import { answerAlike, limitEmails, mailConfirmation, mailSignIn, readEmail } from './request.ts'

const Otp = z.object({
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  data: z.nullish(GivenMetadata),
  channel: z.nullish(z.string()),
  create_user: z.nullish(z.boolean()),
})

/** A number gets a code by phone instead. */
export async function otp(deps: AuthDeps, request: AuthRequest): Promise<{ message_id?: string }> {
  await deps.counters.take('otp', request.ip)
  const { email: given, phone, channel, data, create_user } = read(Otp, request.body)
  if (given && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided' })
  if (phone) return otpByPhone(deps, request, { phone, channel, metadata: data ?? {}, makesUser: create_user !== false })
  const email = readEmail(given)
  const challenge = readChallenge(request.body)
  await limitEmails(deps, email)
  return answerAlike(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (user) return mailSignIn(deps, tx, user, 'magiclink', { request, challenge })
    if (create_user === false) throw refuse('otp_disabled')
    if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
    const confirmed = deps.switches.autoconfirm
    const userId = await addUser(deps, tx, { email, passwordHash: null, confirmed, metadata: data ?? {} })
    const added = userId && (await readUser(tx, userId))
    if (!added) return
    await note(deps, tx, request, { userId, email }, { name: 'auth.register', status: 'success', details: { method: 'otp' } })
    if (confirmed) await mailSignIn(deps, tx, added.user, 'magiclink', { request, challenge })
    else await mailConfirmation(deps, tx, added.user, { request, challenge })
  })
}
