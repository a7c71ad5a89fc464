// POST /signup: a new person by e-mail or phone and password, or an anonymous one.
import { z } from 'zod/mini'
import { sleep } from '../clock.ts'
import type { Tx } from '../db/pool.ts'
import type { Row } from '../db/tables.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { lookalike } from './lookalike.ts'
import { alikeMs, countLetter, mailConfirmation, readEmail } from './mailed/asking.ts'
import { readChallenge } from './mailed/pkce.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { refuseWeak } from './passwords.ts'
import { addPerson } from './people.ts'
import { refuseWithoutPhones } from './phones/number.ts'
import { signUpByPhone } from './phones/signup.ts'
import { beginSession } from './session.ts'
import { GivenMetadata, type Session, type User } from './shapes.ts'
import { changeUser, readUser } from './store.ts'
import { userView } from './view.ts'

const SignUp = z.object({
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  password: z.nullish(z.string()),
  channel: z.nullish(z.string()),
  data: z.nullish(GivenMetadata),
})

/** A session when nothing is left to confirm, else the user alone. */
export async function signUp(parts: AuthParts, ask: Ask): Promise<Session | User> {
  await parts.counters.take('signup', ask.ip)
  const { data, ...given } = read(SignUp, ask.body)
  const subject = { userId: null, email: given.email?.slice(0, 255) ?? null }
  const report = (reason: string) => note(parts, parts.db, ask, subject, { name: 'auth.register', status: 'error', details: { reason } })
  return reporting(register(parts, ask, { ...given, metadata: data ?? {} }), report)
}

type Given = Omit<z.output<typeof SignUp>, 'data'> & { metadata: Record<string, unknown> }

async function register(parts: AuthParts, ask: Ask, { email, phone, password, channel, metadata }: Given): Promise<Session | User> {
  if (!parts.switches.signUpOpen) throw refuse('signup_disabled')
  if (phone && !email) refuseWithoutPhones(parts, 'Phone signups are disabled')
  if (!email && !phone) return signUpAnonymous(parts, ask, metadata)
  if (!password) throw refuse('validation_failed', { message: 'Signup requires a valid password' })
  if (email && phone) throw refuse('validation_failed', { message: 'Only an email address or phone number should be provided on signup.' })
  if (phone) return signUpByPhone(parts, ask, { phone, password, channel, metadata })
  return signUpByEmail(parts, ask, readEmail(email), password, metadata)
}

async function signUpByEmail(parts: AuthParts, ask: Ask, email: string, password: string, metadata: Record<string, unknown>) {
  await refuseWeak(password, parts.switches.passwordMin, parts.isBreached)
  const challenge = readChallenge(ask.body)
  if (!parts.switches.autoconfirm) await countLetter(parts, email)
  // Hashed before we look whether the address is taken, so that both answers take as long.
  const passwordHash = await parts.passwords.hash(password)
  const confirmed = parts.switches.autoconfirm
  // A new address costs writes that a taken one does not.
  const alike = confirmed ? null : sleep(alikeMs)
  const signedUp = await parts.db.transaction().execute(async tx => {
    const userId = await addPerson(parts, tx, { email, passwordHash, confirmed, metadata })
    if (userId) await note(parts, tx, ask, { userId, email }, { name: 'auth.register', status: 'success' })
    if (userId && confirmed) return beginSession(parts, tx, userId, 'password', ask)
    const user = await userByEmail(tx, email)
    if (user && !userId) await doubtPassword(parts, tx, user, password)
    if (user && !user.email_confirmed_at) await mailConfirmation(parts, tx, user, { ask, challenge })
    // What another has told about themselves at this address is not for whoever signs up with it again.
    const record = userId ? await readUser(tx, userId) : null
    return record && userView(record)
  })
  parts.mailer.wake()
  await alike
  if (signedUp) return signedUp
  if (confirmed) throw refuse('user_already_exists')
  return lookalike(parts, { email, metadata })
}

/** Of two who sign up with one address nobody knows yet whose it is: neither password stays, unless they chose the same. */
async function doubtPassword(parts: AuthParts, tx: Tx, user: Row<'users'>, password: string): Promise<void> {
  if (user.email_confirmed_at || user.phone_confirmed_at || (await parts.passwords.isRight(password, user.password_hash))) return
  await changeUser(tx, user.id, { password_hash: null })
}

async function signUpAnonymous(parts: AuthParts, ask: Ask, metadata: Record<string, unknown>): Promise<Session> {
  if (!parts.switches.anonymous) throw refuse('anonymous_provider_disabled')
  await parts.counters.take('anonymous', ask.ip)
  return parts.db.transaction().execute(async tx => {
    const userId = await addPerson(parts, tx, { email: null, passwordHash: null, confirmed: false, metadata })
    if (!userId) throw new Error('A user without an address was taken for another.')
    await note(parts, tx, ask, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'anonymous' } })
    return beginSession(parts, tx, userId, 'anonymous', ask)
  })
}
