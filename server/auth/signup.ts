// POST /signup: a new user by email or phone and password, or an anonymous one.
import { z } from 'zod/mini'
import { sleep } from '../foundation/clock.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { decoyUser } from './decoy-user.ts'
import type { AuthDeps } from './deps.ts'
import { readChallenge } from './email/pkce.ts'
import { alikeMs, limitEmails, mailConfirmation, readEmail } from './email/request.ts'
import { type AuthRequest, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { userByEmail } from './owners.ts'
import { refuseWeak } from './passwords.ts'
import { refuseWithoutPhones } from './phone/number.ts'
import { signUpByPhone } from './phone/signup.ts'
import { beginSession } from './session.ts'
import { GivenMetadata, type Session, type User } from './shapes.ts'
import { changeUser, readUser } from './store.ts'
import { addUser } from './users.ts'
import { userView } from './view.ts'

const SignUp = z.object({
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  password: z.nullish(z.string()),
  channel: z.nullish(z.string()),
  data: z.nullish(GivenMetadata),
})

/** A session when nothing is left to confirm, else the user alone. */
export async function signUp(deps: AuthDeps, request: AuthRequest): Promise<Session | User> {
  await deps.counters.take('signup', request.ip)
  const { data, ...given } = read(SignUp, request.body)
  const subject = { userId: null, email: given.email?.slice(0, 255) ?? null }
  const report = (reason: string) => note(deps, deps.db, request, subject, { name: 'auth.register', status: 'error', details: { reason } })
  return reporting(register(deps, request, { ...given, metadata: data ?? {} }), report)
}

type Given = Omit<z.output<typeof SignUp>, 'data'> & { metadata: Record<string, unknown> }

async function register(
  deps: AuthDeps,
  request: AuthRequest,
  { email, phone, password, channel, metadata }: Given,
): Promise<Session | User> {
  if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
  if (phone && !email) refuseWithoutPhones(deps, 'Phone signups are disabled')
  if (!email && !phone) return signUpAnonymous(deps, request, metadata)
  if (!password) throw refuse('validation_failed', { message: 'Signup requires a valid password' })
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on signup.' })
  if (phone) return signUpByPhone(deps, request, { phone, password, channel, metadata })
  return signUpByEmail(deps, request, readEmail(email), password, metadata)
}

async function signUpByEmail(deps: AuthDeps, request: AuthRequest, email: string, password: string, metadata: Record<string, unknown>) {
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  const challenge = readChallenge(request.body)
  if (!deps.switches.autoconfirm) await limitEmails(deps, email)
  // Hashed before we look whether the address is taken, so that both answers take as long.
  const passwordHash = await deps.passwords.hash(password)
  const confirmed = deps.switches.autoconfirm
  // A new address costs writes that a taken one does not.
  const alike = confirmed ? null : sleep(alikeMs)
  const signedUp = await deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email, passwordHash, confirmed, metadata })
    if (userId) await note(deps, tx, request, { userId, email }, { name: 'auth.register', status: 'success' })
    if (userId && confirmed) return beginSession(deps, tx, userId, 'password', request)
    const user = await userByEmail(tx, email)
    if (user && !userId) await doubtPassword(deps, tx, user, password)
    if (user && !user.email_confirmed_at) await mailConfirmation(deps, tx, user, { request, challenge })
    // What another has told about themselves at this address is not for whoever signs up with it again.
    const record = userId ? await readUser(tx, userId) : null
    return record && userView(record)
  })
  deps.mailer.wake()
  await alike
  if (signedUp) return signedUp
  if (confirmed) throw refuse('user_already_exists')
  return decoyUser(deps, { email, metadata })
}

/** Of two who sign up with one address nobody knows yet whose it is: neither password stays, unless they chose the same. */
async function doubtPassword(deps: AuthDeps, tx: Tx, user: Row<'users'>, password: string): Promise<void> {
  if (user.email_confirmed_at || user.phone_confirmed_at || (await deps.passwords.isRight(password, user.password_hash))) return
  await changeUser(tx, user.id, { password_hash: null })
}

async function signUpAnonymous(deps: AuthDeps, request: AuthRequest, metadata: Record<string, unknown>): Promise<Session> {
  if (!deps.switches.anonymous) throw refuse('anonymous_provider_disabled')
  await deps.counters.take('anonymous', request.ip)
  return deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email: null, passwordHash: null, confirmed: false, metadata })
    if (!userId) throw new Error('A user without an address was taken for another.')
    await note(deps, tx, request, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'anonymous' } })
    return beginSession(deps, tx, userId, 'anonymous', request)
  })
}
