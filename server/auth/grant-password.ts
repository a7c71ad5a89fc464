// Serves POST /token?grant_type=password: signs in with an email address or phone number and a password.
import { z } from 'zod/mini'
import type { Row } from '../foundation/db/tables.ts'
import type { AuthDeps } from './deps.ts'
import { type AuthRequest, parseInput } from './endpoint.ts'
import { refuse } from './errors.ts'
import { noteSecurityEvent, reportRefusal } from './events.ts'
import { userByEmail, userByPhone } from './owners.ts'
import { consumePasswordTry, resetPasswordTries } from './password-tries.ts'
import { findWeakness } from './passwords.ts'
import { refuseWithoutPhoneSignIn, toDigits } from './phone/number.ts'
import { beginSession } from './session.ts'
import { Address, PasswordText, type Session } from './shapes.ts'

const Credentials = z.object({ email: z.nullish(Address), phone: z.nullish(Address), password: z.nullish(PasswordText) })

/** An unknown account, one without a password and a wrong password get the same response after the same work. */
export async function grantPassword(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  await deps.counters.consume('token', request.ip)
  const { email, phone, password } = parseInput(Credentials, request.body)
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on login.' })
  if (phone) refuseWithoutPhoneSignIn(deps, 'Phone logins are disabled')
  if (!email && !phone) throw refuse('validation_failed', { message: 'missing email or phone' })
  const name = phone ? (toDigits(phone) ?? '') : (email ?? '').trim().toLowerCase()
  const user = await (phone ? userByPhone : userByEmail)(deps.db, name)
  const attempt = { name, userId: user?.id ?? null, ip: request.ip }
  await consumePasswordTry(deps, attempt)
  const session = await reportRefusal(signIn(deps, request, user, phone ? 'phone' : 'email', password ?? ''), async reason => {
    const subject = { userId: user?.id ?? null, email: phone ? (user?.email ?? null) : name }
    await noteSecurityEvent(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details: { reason } })
    await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details: { reason } })
  })
  await resetPasswordTries(deps, attempt)
  deps.mailer.wake()
  const weakness = findWeakness(password ?? '', deps.switches.passwordMin)
  return weakness ? { ...session, weak_password: weakness } : session
}

async function signIn(
  deps: AuthDeps,
  request: AuthRequest,
  user: Row<'users'> | null,
  method: 'email' | 'phone',
  password: string,
): Promise<Session> {
  const isRight = await deps.passwords.isCorrect(password, user?.password_hash, request.ip)
  if (!user || !isRight) throw refuse('invalid_credentials')
  if (!user[`${method}_confirmed_at`]) throw refuse(`${method}_not_confirmed`)
  return deps.db.transaction().execute(tx => beginSession(deps, tx, user.id, 'password', request, method))
}
