// POST /signup: a new person by e-mail and password, or an anonymous one.
import { z } from 'zod'
import { sleep } from '../clock.ts'
import { newId } from '../seal.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { alikeMs, countLetter, mailConfirmation, readEmail } from './mailed/asking.ts'
import { readChallenge } from './mailed/pkce.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { refuseWeak } from './passwords.ts'
import { addPerson, emailIdentity, emailProvider, newUser } from './people.ts'
import { beginSession } from './session.ts'
import { GivenMetadata, type Session, type User } from './shapes.ts'
import { readUser } from './store.ts'
import { userView } from './view.ts'

const SignUp = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: GivenMetadata.nullish(),
})

/** A session when nothing is left to confirm, else the user alone. */
export async function signUp(parts: AuthParts, ask: Ask): Promise<Session | User> {
  await parts.counters.take('signup', ask.ip)
  const { email, phone, password, data } = read(SignUp, ask.body)
  const subject = { userId: null, email: email?.slice(0, 255) ?? null }
  const report = (reason: string) => note(parts, parts.db, ask, subject, { name: 'auth.register', status: 'error', details: { reason } })
  return reporting(register(parts, ask, { email, phone, password, metadata: data ?? {} }), report)
}

type Given = Pick<z.output<typeof SignUp>, 'email' | 'phone' | 'password'> & { metadata: Record<string, unknown> }

async function register(parts: AuthParts, ask: Ask, { email, phone, password, metadata }: Given): Promise<Session | User> {
  if (!parts.switches.signUpOpen) throw refuse('signup_disabled')
  if (phone) throw refuse('phone_provider_disabled', { message: 'Phone signups are disabled' })
  if (!email) return signUpAnonymous(parts, ask, metadata)
  if (!password) throw refuse('validation_failed', { message: 'Signup requires a valid password' })
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
    if (user && !user.email_confirmed_at) await mailConfirmation(parts, tx, user, { ask, challenge })
    // What another has told about themselves at this address is not for whoever signs up with it again.
    const record = userId ? await readUser(tx, userId) : null
    return record && userView(record)
  })
  parts.mailer.wake()
  await alike
  if (signedUp) return signedUp
  if (confirmed) throw refuse('user_already_exists')
  return lookalike(parts, email, metadata)
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

/** What a taken address is answered while addresses must be confirmed: a user as fresh as any, so that nobody learns who has an account. */
function lookalike(parts: AuthParts, email: string, metadata: Record<string, unknown>): User {
  const now = parts.now()
  const user = { ...newUser({ email, passwordHash: null, confirmed: false, metadata }, now), id: newId(now) }
  const identity = emailIdentity(user.id, email, false, now)
  return userView({
    user: { ...unheardOf, ...user, user_metadata: metadata, app_metadata: emailProvider, confirmation_sent_at: now },
    identities: [{ ...identity, user_id: user.id, identity_data: JSON.parse(identity.identity_data), last_sign_in_at: null }],
    factors: [],
  })
}

const unheardOf = {
  new_email: null,
  banned_until: null,
  recovery_sent_at: null,
  email_change_sent_at: null,
  reauthentication_sent_at: null,
  last_sign_in_at: null,
}
