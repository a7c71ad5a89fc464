// Signs a person in by e-mail and password.
import { z } from 'zod'
import type { Row } from '../db/tables.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
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
  const address = email.trim().toLowerCase()
  await parts.counters.take('wrongPassword', address)
  const user = await userByEmail(parts.db, address)
  const session = await reporting(signIn(parts, ask, user, password ?? ''), async reason => {
    const subject = { userId: user?.id ?? null, email: address.slice(0, 255) }
    await note(parts, parts.db, ask, subject, { name: 'failed_login_attempt', status: 'warning', details: { reason } })
    await note(parts, parts.db, ask, subject, { name: 'auth.login', status: 'error', details: { reason } })
  })
  await parts.counters.forgive('wrongPassword', address)
  parts.mailer.wake()
  const weakness = weaknessOf(password ?? '', parts.switches.passwordMin)
  return weakness ? { ...session, weak_password: weakness } : session
}

async function signIn(parts: AuthParts, ask: Ask, user: Row<'users'> | null, password: string): Promise<Session> {
  const isRight = await parts.passwords.isRight(password, user?.password_hash)
  if (!user || !isRight) throw refuse('invalid_credentials')
  if (!user.email_confirmed_at) throw refuse('email_not_confirmed')
  return parts.db.transaction().execute(tx => beginSession(parts, tx, user.id, 'password', ask))
}
