// POST /admin/generate_link: returns the link and code of a system email to operators who send their own.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { makeToken } from '../email/one-time.ts'
import { allowedRedirect } from '../email/redirect.ts'
import { readEmail } from '../email/request.ts'
import { type OperatorRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import { refuseWeak } from '../passwords.ts'
import type { MadeLink } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { invitedUser, isSomebody } from './invite.ts'
import { dropChangeTokens } from './store.ts'
import { recordAdminAction, recordOf } from './target.ts'

/** What each type makes: the kind of token, what its link is called, and what a session by it was begun for. */
const made = {
  signup: { kind: 'confirmation', type: 'signup', method: 'email/signup' },
  invite: { kind: 'confirmation', type: 'invite', method: 'email/signup' },
  magiclink: { kind: 'recovery', type: 'magiclink', method: 'magiclink' },
  recovery: { kind: 'recovery', type: 'recovery', method: 'recovery' },
  email_change_current: { kind: 'email_change_current', type: 'email_change', method: 'email_change' },
  email_change_new: { kind: 'email_change_new', type: 'email_change', method: 'email_change' },
} as const
type Type = keyof typeof made
const isType = (given: string): given is Type => Object.hasOwn(made, given)

const Given = z.object({
  type: z.nullish(z.string()),
  email: z.nullish(z.string()),
  new_email: z.nullish(z.string()),
  password: z.nullish(z.string()),
  data: z.nullish(z.record(z.string(), z.unknown())),
  redirect_to: z.nullish(z.string()),
})
type Given = z.output<typeof Given>

/** Nothing is mailed. For an address that nobody has, signup, invite and magiclink make a person; the others are 404. */
export async function makeLink(deps: AuthDeps, request: OperatorRequest): Promise<MadeLink> {
  const given = read(Given, request.body)
  const wanted = await readWanted(deps, given)
  const { redirect_to } = read(z.object({ redirect_to: z.catch(z.optional(z.string()), undefined) }), request.query)
  const redirectTo = allowedRedirect(deps.publicUrl, deps.switches.redirectAllow, [given.redirect_to, redirect_to, request.referer])
  return deps.db.transaction().execute(async tx => {
    const { userId, type, email } = await prepare(deps, tx, wanted)
    const { kind, ...link } = made[type]
    const { code, token, url } = await makeToken(deps, tx, userId, { kind, email, link: { ...link, redirectTo, challenge: null } })
    await recordAdminAction(deps, tx, request, 'link_made', { userId, email: wanted.email }, { type })
    const user = userView(await recordOf(tx, userId))
    const properties = { action_link: url ?? '', email_otp: code, hashed_token: token, verification_type: type, redirect_to: redirectTo }
    return { ...user, ...properties }
  })
}

interface Wanted {
  type: Type
  email: string
  newEmail: string
  passwordHash: string | null
  data: Record<string, unknown>
}

async function readWanted(deps: AuthDeps, { type, email, new_email, password, data }: Given): Promise<Wanted> {
  if (!type || !isType(type)) throw invalid(`Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`)
  if (type === 'email_change_current' && !deps.switches.confirmBothAddresses)
    throw invalid('Enable secure email change to generate link for current email')
  const isChange = made[type].type === 'email_change'
  const chosen = type === 'signup' && password ? password : null
  if (chosen) await refuseWeak(chosen, deps.switches.passwordMin, deps.isBreached)
  return {
    type,
    email: readEmail(email),
    newEmail: isChange ? readEmail(new_email) : '',
    passwordHash: chosen && (await deps.passwords.hash(chosen)),
    data: data ?? {},
  }
}

interface Prepared {
  userId: string
  type: Type
  /** Whose proof the link is. */
  email: string
}

async function prepare(deps: AuthDeps, tx: Tx, wanted: Wanted): Promise<Prepared> {
  const { type, email } = wanted
  const user = await userByEmail(tx, email)
  if (type === 'invite') return { userId: await invitedUser(deps, tx, email, wanted.data), type, email }
  if (type === 'signup') return { userId: await signedUp(deps, tx, user, wanted), type, email }
  // Who asks to sign in and is new signs up, as on GoTrue.
  if (type === 'magiclink' && !user) return { userId: await signedUp(deps, tx, null, wanted), type: 'signup', email }
  if (!user) throw refuse('user_not_found', { status: 404, message: 'User with this email not found' })
  if (type === 'magiclink' || type === 'recovery') {
    await changeUser(tx, user.id, { recovery_sent_at: deps.now() })
    return { userId: user.id, type, email }
  }
  await beginChange(deps, tx, user, wanted.newEmail)
  return { userId: user.id, type, email: type === 'email_change_new' ? wanted.newEmail : email }
}

async function signedUp(deps: AuthDeps, tx: Tx, user: Row<'users'> | null, { type, email, passwordHash, data }: Wanted): Promise<string> {
  if (user && isSomebody(user)) throw refuse('email_exists')
  if (!user && type === 'signup' && !passwordHash) throw invalid('Signup requires a valid password')
  const metadata = merged(user?.user_metadata, data)
  const userId = user?.id ?? (await addUser(deps, tx, { email, passwordHash, confirmed: false, metadata }))
  if (!userId) throw refuse('email_exists')
  const now = deps.now()
  // What somebody chose who never confirmed this address does not stay.
  await changeUser(tx, userId, { confirmation_sent_at: now, password_hash: passwordHash, user_metadata: JSON.stringify(metadata) })
  return userId
}

async function beginChange(deps: AuthDeps, tx: Tx, user: Row<'users'>, newEmail: string): Promise<void> {
  if (await userByEmail(tx, newEmail)) throw refuse('email_exists')
  // What one address has agreed to holds for this change alone.
  if (user.new_email !== newEmail) await dropChangeTokens(tx, user.id)
  await changeUser(tx, user.id, { new_email: newEmail, email_change_sent_at: deps.now() })
}

const invalid = (message: string) => refuse('validation_failed', { message })
