// POST /signup: a new person by e-mail and password, or an anonymous one.
import { z } from 'zod'
import { newId } from '../seal.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note, reporting } from './events.ts'
import { countLetter, mailConfirmation, readEmail } from './mailed/asking.ts'
import { readChallenge } from './mailed/pkce.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { refuseWeak } from './passwords.ts'
import { addPerson } from './people.ts'
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
  const signedUp = await parts.db.transaction().execute(async tx => {
    const userId = await addPerson(parts, tx, { email, passwordHash, confirmed, metadata })
    if (userId) await note(parts, tx, ask, { userId, email }, { name: 'auth.register', status: 'success' })
    if (userId && confirmed) return beginSession(parts, tx, userId, 'password', ask)
    const user = await userByEmail(tx, email)
    if (user && !user.email_confirmed_at) await mailConfirmation(parts, tx, user, { ask, challenge })
    const record = user && !user.email_confirmed_at ? await readUser(tx, user.id) : null
    return record && userView(record)
  })
  parts.mailer.wake()
  if (signedUp) return signedUp
  if (confirmed) throw refuse('user_already_exists')
  return nobody(parts, email, metadata)
}

async function signUpAnonymous(parts: AuthParts, ask: Ask, metadata: Record<string, unknown>): Promise<Session> {
  if (!parts.switches.anonymous) throw refuse('anonymous_provider_disabled')
  await parts.counters.take('anonymous', ask.ip)
  return parts.db.transaction().execute(async tx => {
    const userId = await addPerson(parts, tx, { email: null, passwordHash: null, confirmed: false, metadata })
    if (!userId) throw new Error('A user without an address was taken for another.')
    return beginSession(parts, tx, userId, 'anonymous', ask)
  })
}

/** What a taken address is answered while addresses must be confirmed: nobody learns who has an account. */
function nobody(parts: AuthParts, email: string, metadata: Record<string, unknown>): User {
  const now = parts.now().toISOString()
  return {
    id: newId(parts.now()),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
