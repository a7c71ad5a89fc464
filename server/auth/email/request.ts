// What every request for a system email shares: the address, the limits, and a reply that reveals no account.
import { z } from 'zod/mini'
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { Email } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { type Mailing, mailToken } from './one-time.ts'
import type { Challenge } from './pkce.ts'
import { allowedRedirect } from './redirect.ts'

/** The address as we keep it; throws 400. */
export function readEmail(given: string | null | undefined): string {
  const email = Email.safeParse(given)
  if (!email.success) throw refuse('validation_failed', { message: 'Unable to validate email address: invalid format' })
  return email.data
}

/** Counts an email to this address whether or not anybody has it. */
export async function limitEmails(deps: AuthDeps, email: string): Promise<void> {
  await deps.counters.take('letter', email)
  await deps.counters.take('letters', 'all')
}

/** Longer than the work that tells a known address from an unknown one. */
export const alikeMs = 100

/** Does the work in a transaction and answers after the same time, whether there was work to do or not. */
export async function answerAlike(deps: AuthDeps, work: (tx: Tx) => Promise<void>): Promise<Record<string, never>> {
  await Promise.all([sleep(alikeMs), deps.db.transaction().execute(work)])
  deps.mailer.wake()
  return {}
}

export interface EmailRequest {
  request: AuthRequest
  challenge: Challenge | null
}

const Query = z.object({ redirect_to: z.catch(z.optional(z.string()), undefined) })

/** Where the link of an email leads: the one requested, if it is ours or allowed. */
export function redirectOf(deps: AuthDeps, request: AuthRequest): string {
  const { redirect_to } = Query.parse(request.query)
  return allowedRedirect(deps.publicUrl, deps.switches.redirectAllow, [redirect_to, request.referer])
}

export async function mailConfirmation(deps: AuthDeps, tx: Tx, user: Row<'users'>, { request, challenge }: EmailRequest): Promise<void> {
  if (!user.email) return
  const link = { type: 'signup', method: 'email/signup', redirectTo: redirectOf(deps, request), challenge } as const
  await mailToken(deps, tx, user.id, { kind: 'confirmation', content: 'signUp', link, email: user.email })
  await changeUser(tx, user.id, { confirmation_sent_at: deps.now() })
}

/** A link that signs in: to choose a new password, or for its own sake. */
export async function mailSignIn(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'>,
  type: 'recovery' | 'magiclink',
  { request, challenge }: EmailRequest,
): Promise<void> {
  if (!user.email) return
  const link = { type, method: type, redirectTo: redirectOf(deps, request), challenge } as const
  const content = type === 'recovery' ? 'recovery' : 'magicLink'
  await mailToken(deps, tx, user.id, { kind: 'recovery', content, link, email: user.email })
  await changeUser(tx, user.id, { recovery_sent_at: deps.now() })
}

/** Asks for the consent of the new address, and of the present one where both are needed. */
export async function mailEmailChange(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'>,
  newEmail: string,
  { request, challenge }: EmailRequest,
): Promise<void> {
  const link = { type: 'email_change', method: 'email_change', redirectTo: redirectOf(deps, request), challenge } as const
  const values = { from: user.email ?? '', to: newEmail }
  const mailings: Mailing[] = [{ kind: 'email_change_new', content: 'changeNew', link, email: newEmail, values }]
  if (user.email && deps.switches.confirmBothAddresses)
    mailings.push({ kind: 'email_change_current', content: 'changeCurrent', link, email: user.email, values })
  for (const mailing of mailings) await mailToken(deps, tx, user.id, mailing)
  await changeUser(tx, user.id, { new_email: newEmail, email_change_sent_at: deps.now() })
}
