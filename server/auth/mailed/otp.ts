// POST /otp: mails a link and a code that sign in, making a new person where that is wanted.
import { z } from 'zod/mini'
import { type Ask, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { addPerson } from '../people.ts'
import { otpByPhone } from '../phones/otp.ts'
import { GivenMetadata } from '../shapes.ts'
import { readUser } from '../store.ts'
import { answerAlike, countLetter, mailConfirmation, mailSignIn, readEmail } from './asking.ts'
import { readChallenge } from './pkce.ts'

const Otp = z.object({
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  data: z.nullish(GivenMetadata),
  channel: z.nullish(z.string()),
  create_user: z.nullish(z.boolean()),
})

/** A number gets a code by phone instead. */
export async function otp(parts: AuthParts, ask: Ask): Promise<{ message_id?: string }> {
  await parts.counters.take('otp', ask.ip)
  const { email: given, phone, channel, data, create_user } = read(Otp, ask.body)
  if (given && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided' })
  if (phone) return otpByPhone(parts, ask, { phone, channel, metadata: data ?? {}, makesUser: create_user !== false })
  const email = readEmail(given)
  const challenge = readChallenge(ask.body)
  await countLetter(parts, email)
  return answerAlike(parts, async tx => {
    const user = await userByEmail(tx, email)
    if (user) return mailSignIn(parts, tx, user, 'magiclink', { ask, challenge })
    if (create_user === false) throw refuse('otp_disabled')
    if (!parts.switches.signUpOpen) throw refuse('signup_disabled')
    const confirmed = parts.switches.autoconfirm
    const userId = await addPerson(parts, tx, { email, passwordHash: null, confirmed, metadata: data ?? {} })
    const added = userId && (await readUser(tx, userId))
    if (!added) return
    await note(parts, tx, ask, { userId, email }, { name: 'auth.register', status: 'success', details: { method: 'otp' } })
    if (confirmed) await mailSignIn(parts, tx, added.user, 'magiclink', { ask, challenge })
    else await mailConfirmation(parts, tx, added.user, { ask, challenge })
  })
}
