// Serves POST /admin/generate_link: returns the link and code of a system email to operators who send their own.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { createToken } from '../email/one-time.ts'
import { allowedRedirect } from '../email/redirect.ts'
import { readEmail } from '../email/request.ts'
import { type OperatorRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { mergeMetadata } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import { refuseWeak } from '../passwords.ts'
import { Address, type GeneratedLink, PasswordText, ShortText, UrlText } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { isEstablishedUser, prepareInvitedUser } from './invite.ts'
import { dropChangeTokens } from './store.ts'
import { recordAdminAction, requireUser } from './target.ts'

/** For each link type: the token kind, the type in the link, and the sign-in method of the session. */
const linkTypes = {
  signup: { kind: 'confirmation', type: 'signup', method: 'email/signup' },
  invite: { kind: 'confirmation', type: 'invite', method: 'email/signup' },
  magiclink: { kind: 'recovery', type: 'magiclink', method: 'magiclink' },
  recovery: { kind: 'recovery', type: 'recovery', method: 'recovery' },
  email_change_current: { kind: 'email_change_current', type: 'email_change', method: 'email_change' },
  email_change_new: { kind: 'email_change_new', type: 'email_change', method: 'email_change' },
} as const
type Type = keyof typeof linkTypes
const isLinkType = (name: string): name is Type => Object.hasOwn(linkTypes, name)

const LinkInput = z.object({
  type: z.nullish(ShortText),
  email: z.nullish(Address),
  new_email: z.nullish(Address),
  password: z.nullish(PasswordText),
  data: z.nullish(z.record(ShortText, z.unknown())),
  redirect_to: z.nullish(UrlText),
})
type LinkInput = z.output<typeof LinkInput>

/** Sends nothing. For an unknown address signup, invite and magiclink create a user; the other types respond 404. */
export async function generateLink(deps: AuthDeps, operatorRequest: OperatorRequest): Promise<GeneratedLink> {
  const input = parseInput(LinkInput, operatorRequest.body)
  const request = await parseLinkRequest(deps, input)
  const { redirect_to } = parseInput(z.object({ redirect_to: z.catch(z.optional(UrlText), undefined) }), operatorRequest.query)
  const redirectTo = allowedRedirect(deps.publicUrl, deps.switches.redirectAllow, [input.redirect_to, redirect_to, operatorRequest.referer])
  return deps.db.transaction().execute(async tx => {
    const { userId, type, email } = await prepare(deps, tx, request)
    const { kind, ...link } = linkTypes[type]
    const { code, token, url } = await createToken(deps, tx, userId, { kind, email, link: { ...link, redirectTo, challenge: null } })
    await recordAdminAction(deps, tx, operatorRequest, 'link_made', { userId, email: request.email }, { type })
    const user = userView(await requireUser(tx, userId))
    const properties = { action_link: url ?? '', email_otp: code, hashed_token: token, verification_type: type, redirect_to: redirectTo }
    return { ...user, ...properties }
  })
}

interface LinkRequest {
  type: Type
  email: string
  newEmail: string
  passwordHash: string | null
  data: Record<string, unknown>
}

async function parseLinkRequest(deps: AuthDeps, { type, email, new_email, password, data }: LinkInput): Promise<LinkRequest> {
  if (!type || !isLinkType(type)) throw invalid(`Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`)
  if (type === 'email_change_current' && !deps.switches.confirmBothAddresses)
    throw invalid('Enable secure email change to generate link for current email')
  const isChange = linkTypes[type].type === 'email_change'
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
  /** The address that the link confirms. */
  email: string
}

async function prepare(deps: AuthDeps, tx: Tx, request: LinkRequest): Promise<Prepared> {
  const { type, email } = request
  const user = await userByEmail(tx, email)
  if (type === 'invite') return { userId: await prepareInvitedUser(deps, tx, email, request.data), type, email }
  if (type === 'signup') return { userId: await prepareSignUp(deps, tx, user, request), type, email }
  // A magic link for an unknown address signs up, as on GoTrue.
  if (type === 'magiclink' && !user) return { userId: await prepareSignUp(deps, tx, null, request), type: 'signup', email }
  if (!user) throw refuse('user_not_found', { status: 404, message: 'User with this email not found' })
  if (type === 'magiclink' || type === 'recovery') {
    await changeUser(tx, user.id, { recovery_sent_at: deps.now() })
    return { userId: user.id, type, email }
  }
  await startEmailChange(deps, tx, user, request.newEmail)
  return { userId: user.id, type, email: type === 'email_change_new' ? request.newEmail : email }
}

async function prepareSignUp(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'> | null,
  { type, email, passwordHash, data }: LinkRequest,
): Promise<string> {
  if (user && isEstablishedUser(user)) throw refuse('email_exists')
  if (!user && type === 'signup' && !passwordHash) throw invalid('Signup requires a valid password')
  const metadata = mergeMetadata(user?.user_metadata, data)
  const userId = user?.id ?? (await addUser(deps, tx, { email, passwordHash, confirmed: false, metadata }))
  if (!userId) throw refuse('email_exists')
  const now = deps.now()
  // Drops the password and metadata of whoever signed up with this address without confirming it.
  await changeUser(tx, userId, { confirmation_sent_at: now, password_hash: passwordHash, user_metadata: JSON.stringify(metadata) })
  return userId
}

async function startEmailChange(deps: AuthDeps, tx: Tx, user: Row<'users'>, newEmail: string): Promise<void> {
  if (await userByEmail(tx, newEmail)) throw refuse('email_exists')
  // An earlier confirmation by one address must not count for another change.
  if (user.new_email !== newEmail) await dropChangeTokens(tx, user.id)
  await changeUser(tx, user.id, { new_email: newEmail, email_change_sent_at: deps.now() })
}

const invalid = (message: string) => refuse('validation_failed', { message })
