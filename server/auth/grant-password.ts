// Signs a person in by e-mail and password.
import { z } from 'zod'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { weaknessOf } from './passwords.ts'
import { beginSession } from './session.ts'
import type { Session } from './shapes.ts'

const Credentials = z.object({ email: z.string().nullish(), phone: z.string().nullish(), password: z.string().nullish() })

/** An unknown address, one without a password and a wrong password get one answer, after the same work. */
export async function grantPassword(parts: AuthParts, ask: Ask): Promise<Session> {
  await parts.counters.take('token', ask.ip)
  const { email, phone, password } = read(Credentials, ask.body)
  if (phone) throw refuse('phone_provider_disabled', { message: 'Phone logins are disabled' })
  if (!email) throw refuse('validation_failed', { message: 'missing email or phone' })
  const user = await userByEmail(parts.db, email.trim().toLowerCase())
  const isRight = await parts.passwords.isRight(password ?? '', user?.password_hash)
  if (!user || !isRight) throw refuse('invalid_credentials')
  if (!user.email_confirmed_at) throw refuse('email_not_confirmed')
  const session = await parts.db.transaction().execute(tx => beginSession(parts, tx, user.id, 'password', ask))
  const weakness = weaknessOf(password ?? '', parts.switches.passwordMin)
  return weakness ? { ...session, weak_password: weakness } : session
}
