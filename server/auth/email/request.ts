// Shared by all requests for a system email: the address, the limits, and a response that reveals no account.
import { z } from 'zod/mini'
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { fromNetwork, hasSignedInFrom } from '../password-tries.ts'
import { Email, UrlText } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { renderAuthEmailFor } from './content.ts'
import { emailToken, type TokenEmail } from './one-time.ts'
import type { CodeChallenge } from './pkce.ts'
import { allowedRedirect } from './redirect.ts'

/** The normalized address; throws 400. */
export function readEmail(given: string | null | undefined): string {
  const email = Email.safeParse(given)
  if (!email.success) throw refuse('validation_failed', { message: 'Unable to validate email address: invalid format' })
  return email.data
}

/** Counts a request for an email to this address, whether or not an account has it. Strangers' requests don't delay an owner's own. */
export async function limitEmails(deps: AuthDeps, { ip }: AuthRequest, email: string): Promise<void> {
  const owner = await userByEmail(deps.db, email)
  const isOwnNetwork = await hasSignedInFrom(deps, owner?.id ?? null, ip)
  await deps.counters.consume('emailToAddress', isOwnNetwork ? fromNetwork(email, ip) : email)
  await deps.counters.consume('emailsFromNetwork', ip)
}

/** The same where the address need not be the owner's: all of these emails have a budget of their own, which counts what was sent. */
export async function limitUnprovenEmails(deps: AuthDeps, request: AuthRequest, email: string): Promise<void> {
  await limitEmails(deps, request, email)
  await deps.counters.check('emails', 'all')
}

/** For users who are signed in and write to themselves: no stranger's request counts against them. */
export const limitOwnEmails = (deps: AuthDeps, userId: string): Promise<void> => deps.counters.consume('emailToAddress', `own ${userId}`)

/** Counts an invitation, which has an allowance of its own: others can't use it up. */
export async function limitInvitations(deps: AuthDeps, staffId: string, email: string): Promise<void> {
  await deps.counters.consume('invitations', staffId)
  await deps.counters.consume('emailToAddress', `invitation ${email}`)
}

/** Longer than the work whose duration would reveal a known address. */
export const uniformMs = 100

/** Does the work in a transaction and responds after the same time, whether or not there was work to do. */
export async function respondUniformly(deps: AuthDeps, work: (tx: Tx) => Promise<void>): Promise<Record<string, never>> {
  await Promise.all([sleep(uniformMs), deps.db.transaction().execute(work)])
  deps.mailer.wake()
  return {}
}

export interface EmailRequest {
  request: AuthRequest
  challenge: CodeChallenge | null
}

const Query = z.object({ redirect_to: z.catch(z.optional(UrlText), undefined) })

/** Where an email's link redirects: the requested URL, if it is ours or allowed. */
export function chooseRedirect(deps: AuthDeps, request: AuthRequest): string {
  const { redirect_to } = Query.parse(request.query)
  return allowedRedirect(deps.publicUrl, deps.switches.redirectAllow, [redirect_to, request.referer])
}

export async function emailConfirmation(deps: AuthDeps, tx: Tx, user: Row<'users'>, { request, challenge }: EmailRequest): Promise<void> {
  if (!user.email) return
  const link = { type: 'signup', method: 'email/signup', redirectTo: chooseRedirect(deps, request), challenge } as const
  await emailToken(deps, tx, user.id, { kind: 'confirmation', content: 'signUp', link, email: user.email })
  await changeUser(tx, user.id, { confirmation_sent_at: deps.now() })
}

/** Emails a link that signs in, to choose a new password or just to sign in. */
export async function emailSignInLink(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'>,
  type: 'recovery' | 'magiclink',
  { request, challenge }: EmailRequest,
): Promise<void> {
  if (!user.email) return
  const link = { type, method: type, redirectTo: chooseRedirect(deps, request), challenge } as const
  const content = type === 'recovery' ? 'recovery' : 'magicLink'
  await emailToken(deps, tx, user.id, { kind: 'recovery', content, link, email: user.email })
  await changeUser(tx, user.id, { recovery_sent_at: deps.now() })
}

/** Asks the new address for confirmation, and the current one too where both are required. */
export async function emailAddressChange(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'>,
  newEmail: string,
  { request, challenge }: EmailRequest,
): Promise<void> {
  const link = { type: 'email_change', method: 'email_change', redirectTo: chooseRedirect(deps, request), challenge } as const
  const values = { from: user.email ?? '', to: newEmail }
  const owner = await userByEmail(tx, newEmail)
  const isTaken = owner !== null && owner.id !== user.id
  // The same answer for a taken address: only its owner hears of it.
  if (isTaken) await emailAddressOwner(deps, tx, owner)
  const tokenEmails: TokenEmail[] = isTaken ? [] : [{ kind: 'email_change_new', content: 'changeNew', link, email: newEmail, values }]
  if (user.email && deps.switches.confirmBothAddresses)
    tokenEmails.push({ kind: 'email_change_current', content: 'changeCurrent', link, email: user.email, values })
  for (const tokenEmail of tokenEmails) await emailToken(deps, tx, user.id, tokenEmail)
  await changeUser(tx, user.id, { new_email: newEmail, email_change_sent_at: deps.now() })
}

async function emailAddressOwner(deps: AuthDeps, tx: Tx, owner: Row<'users'>): Promise<void> {
  if (!owner.email || !owner.email_confirmed_at) return
  const about = { link: `${deps.publicUrl}/profile`, code: null, minutes: null }
  await deps.mailer.enqueue(tx, { ...(await renderAuthEmailFor(deps, tx, owner.id, 'addressTaken', about)), to: owner.email })
}
