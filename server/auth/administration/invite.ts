// POST /invite: emails an invitation; its link opens an account and asks for a password.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { mailToken } from '../email/one-time.ts'
import { readEmail, redirectOf } from '../email/request.ts'
import { type OperatorRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import type { User } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { recordAdminAction, recordOf } from './target.ts'

const Given = z.object({ email: z.nullish(z.string()), data: z.nullish(z.record(z.string(), z.unknown())) })

export async function invite(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const { email: given, data } = read(Given, request.body)
  const email = readEmail(given)
  const requested = redirectOf(deps, request)
  const redirectTo = requested === deps.publicUrl ? `${deps.publicUrl}/reset-password` : requested
  const invited = await deps.db.transaction().execute(async tx => {
    const userId = await invitedUser(deps, tx, email, data ?? {})
    const link = { type: 'invite', method: 'email/signup', redirectTo, challenge: null } as const
    await mailToken(deps, tx, userId, { kind: 'confirmation', content: 'invite', link, email })
    await recordAdminAction(deps, tx, request, 'user_invited', { userId, email })
    return userView(await recordOf(tx, userId))
  })
  deps.mailer.wake()
  return invited
}

/** Somebody who has yet to confirm, made where nobody has the address; throws 422 when it is somebody's. */
export async function invitedUser(deps: AuthDeps, tx: Tx, email: string, data: Record<string, unknown>): Promise<string> {
  const now = deps.now()
  const waiting = await userByEmail(tx, email)
  if (waiting && isSomebody(waiting)) throw refuse('email_exists')
  const metadata = merged({}, data)
  const userId = waiting?.id ?? (await addUser(deps, tx, { email, passwordHash: null, confirmed: false, metadata }))
  if (!userId) throw refuse('email_exists')
  await changeUser(tx, userId, {
    invited_at: now,
    confirmation_sent_at: now,
    // Who signed up with this address and never confirmed it may be somebody else: what they chose does not stay.
    ...(waiting && { password_hash: null, user_metadata: JSON.stringify(metadata) }),
  })
  return userId
}

/** Who has proven an address or a number, or has ever signed in: their account is not made over to whoever reads a mailbox. */
export const isSomebody = (user: Row<'users'>): boolean =>
  user.email_confirmed_at !== null || user.phone_confirmed_at !== null || user.last_sign_in_at !== null
