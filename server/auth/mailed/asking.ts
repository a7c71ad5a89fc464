// What every request for a mail has in common: the address, the limits, and answers that tell nobody who has an account.
import { z } from 'zod/mini'
import { sleep } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
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

/** Counts a mail to this address whether or not anybody has it. */
export async function countLetter(parts: AuthParts, email: string): Promise<void> {
  await parts.counters.take('letter', email)
  await parts.counters.take('letters', 'all')
}

/** Longer than the work that tells a known address from an unknown one. */
export const alikeMs = 100

/** Does the work in a transaction and answers after the same time, whether there was work to do or not. */
export async function answerAlike(parts: AuthParts, work: (tx: Tx) => Promise<void>): Promise<Record<string, never>> {
  await Promise.all([sleep(alikeMs), parts.db.transaction().execute(work)])
  parts.mailer.wake()
  return {}
}

export interface Asked {
  ask: Ask
  challenge: Challenge | null
}

const Query = z.object({ redirect_to: z.catch(z.optional(z.string()), undefined) })

/** Where the link of a mail leads: the wish, if it is ours or allowed. */
export function redirectOf(parts: AuthParts, ask: Ask): string {
  const { redirect_to } = Query.parse(ask.query)
  return allowedRedirect(parts.publicUrl, parts.switches.redirectAllow, [redirect_to, ask.referer])
}

export async function mailConfirmation(parts: AuthParts, tx: Tx, user: Row<'users'>, { ask, challenge }: Asked): Promise<void> {
  if (!user.email) return
  const link = { type: 'signup', method: 'email/signup', redirectTo: redirectOf(parts, ask), challenge } as const
  await mailToken(parts, tx, user.id, { kind: 'confirmation', letter: 'signUp', link, email: user.email })
  await changeUser(tx, user.id, { confirmation_sent_at: parts.now() })
}

/** A link that signs in: to choose a new password, or for its own sake. */
export async function mailSignIn(
  parts: AuthParts,
  tx: Tx,
  user: Row<'users'>,
  type: 'recovery' | 'magiclink',
  { ask, challenge }: Asked,
): Promise<void> {
  if (!user.email) return
  const link = { type, method: type, redirectTo: redirectOf(parts, ask), challenge } as const
  const letter = type === 'recovery' ? 'recovery' : 'magicLink'
  await mailToken(parts, tx, user.id, { kind: 'recovery', letter, link, email: user.email })
  await changeUser(tx, user.id, { recovery_sent_at: parts.now() })
}

/** Asks for the consent of the new address, and of the present one where both are needed. */
export async function mailEmailChange(
  parts: AuthParts,
  tx: Tx,
  user: Row<'users'>,
  newEmail: string,
  { ask, challenge }: Asked,
): Promise<void> {
  const link = { type: 'email_change', method: 'email_change', redirectTo: redirectOf(parts, ask), challenge } as const
  const values = { from: user.email ?? '', to: newEmail }
  const mailings: Mailing[] = [{ kind: 'email_change_new', letter: 'changeNew', link, email: newEmail, values }]
  if (user.email && parts.switches.confirmBothAddresses)
    mailings.push({ kind: 'email_change_current', letter: 'changeCurrent', link, email: user.email, values })
  for (const mailing of mailings) await mailToken(parts, tx, user.id, mailing)
  await changeUser(tx, user.id, { new_email: newEmail, email_change_sent_at: parts.now() })
}
