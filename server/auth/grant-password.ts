// Signs a person in by e-mail or phone, and password.
import { z } from 'zod/mini'
import type { Row } from '../db/tables.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { userByEmail, userByPhone } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { weaknessOf } from './passwords.ts'
import { digitsOf, refuseWithoutPhones } from './phones/number.ts'
import { beginSession } from './session.ts'
import type { Session } from './shapes.ts'

const Credentials = z.object({ email: z.nullish(z.string()), phone: z.nullish(z.string()), password: z.nullish(z.string()) })

/** An unknown address or number, one without a password and a wrong password get one answer, after the same work. */
export async function grantPassword(parts: AuthParts, ask: Ask): Promise<Session> {
  await parts.counters.take('token', ask.ip)
  const { email, phone, password } = read(Credentials, ask.body)
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on login.' })
  if (phone) refuseWithoutPhones(parts, 'Phone logins are disabled')
  if (!email && !phone) throw refuse('validation_failed', { message: 'missing email or phone' })
  const name = phone ? (digitsOf(phone) ?? '') : (email ?? '').trim().toLowerCase()
  await parts.counters.take('wrongPassword', name)
  const user = await (phone ? userByPhone : userByEmail)(parts.db, name)
  const session = await reporting(signIn(parts, ask, user, phone ? 'phone' : 'email', password ?? ''), async reason => {
    const subject = { userId: user?.id ?? null, email: phone ? (user?.email ?? null) : name.slice(0, 255) }
    await note(parts, parts.db, ask, subject, { name: 'failed_login_attempt', status: 'warning', details: { reason } })
    await note(parts, parts.db, ask, subject, { name: 'auth.login', status: 'error', details: { reason } })
  })
  await parts.counters.forgive('wrongPassword', name)
  parts.mailer.wake()
  const weakness = weaknessOf(password ?? '', parts.switches.passwordMin)
  return weakness ? { ...session, weak_password: weakness } : session
}

async function signIn(parts: AuthParts, ask: Ask, user: Row<'users'> | null, by: 'email' | 'phone', password: string): Promise<Session> {
  const isRight = await parts.passwords.isRight(password, user?.password_hash)
  if (!user || !isRight) throw refuse('invalid_credentials')
  if (!user[`${by}_confirmed_at`]) throw refuse(`${by}_not_confirmed`)
  return parts.db.transaction().execute(tx => beginSession(parts, tx, user.id, 'password', ask, by))
}
