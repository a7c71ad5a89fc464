// POST /token?grant_type=password: signs in with an email address or phone number and a password.
import { z } from 'zod/mini'
import type { Row } from '../foundation/db/tables.ts'
import type { AuthDeps } from './deps.ts'
import { type AuthRequest, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { userByEmail, userByPhone } from './owners.ts'
import { weaknessOf } from './passwords.ts'
import { digitsOf, refuseWithoutPhones } from './phone/number.ts'
import { beginSession } from './session.ts'
import type { Session } from './shapes.ts'

const Credentials = z.object({ email: z.nullish(z.string()), phone: z.nullish(z.string()), password: z.nullish(z.string()) })

/** An unknown address or number, one without a password and a wrong password get one answer, after the same work. */
export async function grantPassword(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.take('token', request.ip)
  const { email, phone, password } = read(Credentials, request.body)
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on login.' })
  if (phone) refuseWithoutPhones(deps, 'Phone logins are disabled')
  if (!email && !phone) throw refuse('validation_failed', { message: 'missing email or phone' })
  const name = phone ? (digitsOf(phone) ?? '') : (email ?? '').trim().toLowerCase()
  await deps.counters.take('wrongPassword', name)
  const user = await (phone ? userByPhone : userByEmail)(deps.db, name)
  const session = await reporting(signIn(deps, request, user, phone ? 'phone' : 'email', password ?? ''), async reason => {
    const subject = { userId: user?.id ?? null, email: phone ? (user?.email ?? null) : name.slice(0, 255) }
    await note(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details: { reason } })
    await note(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details: { reason } })
  })
  await deps.counters.forgive('wrongPassword', name)
  deps.mailer.wake()
  const weakness = weaknessOf(password ?? '', deps.switches.passwordMin)
  return weakness ? { ...session, weak_password: weakness } : session
}

async function signIn(
  deps: AuthDeps,
  request: AuthRequest,
  user: Row<'users'> | null,
  by: 'email' | 'phone',
  password: string,
): Promise<Session> {
  const isRight = await deps.passwords.isRight(password, user?.password_hash)
  if (!user || !isRight) throw refuse('invalid_credentials')
  if (!user[`${by}_confirmed_at`]) throw refuse(`${by}_not_confirmed`)
  return deps.db.transaction().execute(tx => beginSession(deps, tx, user.id, 'password', request, by))
}
