// Serves POST /signup: creates a user by email or phone and password, or an anonymous one.
import { z } from 'zod/mini'
import { sleep } from '../foundation/clock.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { decoyUser } from './decoy-user.ts'
import type { AuthDeps } from './deps.ts'
import { readCodeChallenge } from './email/pkce.ts'
import { emailConfirmation, limitUnprovenEmails, readEmail, uniformMs } from './email/request.ts'
import { type AuthRequest, parseInput } from './endpoint.ts'
import { refuse } from './errors.ts'
import { noteSecurityEvent, reportRefusal } from './events.ts'
import { userByEmail } from './owners.ts'
import { refuseWeak } from './passwords.ts'
import { refuseWithoutPhoneSignIn } from './phone/number.ts'
import { signUpByPhone } from './phone/signup.ts'
import { beginSession } from './session.ts'
import { Address, MetadataInput, PasswordText, type Session, ShortText, type User } from './shapes.ts'
import { changeUser, readUser } from './store.ts'
import { addUser } from './users.ts'
import { userView } from './view.ts'

const SignUp = z.object({
  email: z.nullish(Address),
  phone: z.nullish(Address),
  password: z.nullish(PasswordText),
  channel: z.nullish(ShortText),
  data: z.nullish(MetadataInput),
})

/** Returns a session when nothing is left to confirm, otherwise only the user. */
export async function signUp(deps: AuthDeps, request: AuthRequest): Promise<Session | User> {
  await deps.counters.consume('signup', request.ip)
  const { data, ...input } = parseInput(SignUp, request.body)
  const subject = { userId: null, email: input.email?.slice(0, 255) ?? null }
  const report = (reason: string) =>
    noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.register', status: 'error', details: { reason } })
  return reportRefusal(register(deps, request, { ...input, metadata: data ?? {} }), report)
}

type SignUpInput = Omit<z.output<typeof SignUp>, 'data'> & { metadata: Record<string, unknown> }

async function register(
  deps: AuthDeps,
  request: AuthRequest,
  { email, phone, password, channel, metadata }: SignUpInput,
): Promise<Session | User> {
  if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
  if (phone && !email) refuseWithoutPhoneSignIn(deps, 'Phone signups are disabled')
  if (!email && !phone) return signUpAnonymous(deps, request, metadata)
  if (!password) throw refuse('validation_failed', { message: 'Signup requires a valid password' })
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on signup.' })
  if (phone) return signUpByPhone(deps, request, { phone, password, channel, metadata })
  return signUpByEmail(deps, request, readEmail(email), password, metadata)
}

async function signUpByEmail(deps: AuthDeps, request: AuthRequest, email: string, password: string, metadata: Record<string, unknown>) {
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  const challenge = readCodeChallenge(request.body)
  if (!deps.switches.autoconfirm) await limitUnprovenEmails(deps, request, email)
  // Hashed before checking whether the address is taken, so that both cases take equally long.
  const passwordHash = await deps.passwords.hash(password, request.ip)
  const confirmed = deps.switches.autoconfirm
  // A new address costs extra writes, which must not show in the response time.
  const minimumTime = confirmed ? null : sleep(uniformMs)
  const result = await deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email, passwordHash, confirmed, metadata })
    if (userId) await noteSecurityEvent(deps, tx, request, { userId, email }, { name: 'auth.register', status: 'success' })
    if (userId && confirmed) return beginSession(deps, tx, userId, 'password', request)
    const user = await userByEmail(tx, email)
    if (user && !userId) await dropDoubtfulPassword(deps, tx, user, password)
    if (user && !user.email_confirmed_at) await emailConfirmation(deps, tx, user, { request, challenge })
    // The existing user's data must not be shown to whoever signs up with the same address.
    const record = userId ? await readUser(tx, userId) : null
    return record && userView(record)
  })
  deps.mailer.wake()
  await minimumTime
  if (result) return result
  if (confirmed) throw refuse('user_already_exists')
  return decoyUser(deps, { email, metadata })
}

/** When two people sign up with one address its owner is unknown: drops the password, unless both chose the same. */
async function dropDoubtfulPassword(deps: AuthDeps, tx: Tx, user: Row<'users'>, password: string): Promise<void> {
  if (user.email_confirmed_at || user.phone_confirmed_at || (await deps.passwords.isCorrect(password, user.password_hash))) return
  await changeUser(tx, user.id, { password_hash: null })
}

async function signUpAnonymous(deps: AuthDeps, request: AuthRequest, metadata: Record<string, unknown>): Promise<Session> {
  if (!deps.switches.anonymous) throw refuse('anonymous_provider_disabled')
  await deps.counters.consume('anonymous', request.ip)
  return deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email: null, passwordHash: null, confirmed: false, metadata })
    if (!userId) throw new Error('An anonymous user could not be inserted.')
    await noteSecurityEvent(
      deps,
      tx,
      request,
      { userId, email: null },
      { name: 'auth.register', status: 'success', details: { method: 'anonymous' } },
    )
    return beginSession(deps, tx, userId, 'anonymous', request)
  })
}
