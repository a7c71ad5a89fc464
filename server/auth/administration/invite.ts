// Serves POST /invite: emails an invitation; its link opens an account and asks for a password.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { emailToken } from '../email/one-time.ts'
import { chooseRedirect, readEmail } from '../email/request.ts'
import { type OperatorRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { mergeMetadata } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import { Address, ShortText, type User } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { recordAdminAction, requireUser } from './target.ts'

const InviteInput = z.object({ email: z.nullish(Address), data: z.nullish(z.record(ShortText, z.unknown())) })

export async function invite(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const { email: input, data } = parseInput(InviteInput, request.body)
  const email = readEmail(input)
  const requested = chooseRedirect(deps, request)
  const redirectTo = requested === deps.publicUrl ? `${deps.publicUrl}/reset-password` : requested
  const invited = await deps.db.transaction().execute(async tx => {
    const userId = await prepareInvitedUser(deps, tx, email, data ?? {})
    const link = { type: 'invite', method: 'email/signup', redirectTo, challenge: null } as const
    await emailToken(deps, tx, userId, { kind: 'confirmation', content: 'invite', link, email })
    await recordAdminAction(deps, tx, request, 'user_invited', { userId, email })
    return userView(await requireUser(tx, userId))
  })
  deps.mailer.wake()
  return invited
}

/** Finds or creates an unconfirmed user with this address; throws 422 when it belongs to an established user. */
export async function prepareInvitedUser(deps: AuthDeps, tx: Tx, email: string, data: Record<string, unknown>): Promise<string> {
  const now = deps.now()
  const pending = await userByEmail(tx, email)
  if (pending && isEstablishedUser(pending)) throw refuse('email_exists')
  const metadata = mergeMetadata({}, data)
  const userId = pending?.id ?? (await addUser(deps, tx, { email, passwordHash: null, confirmed: false, metadata }))
  if (!userId) throw refuse('email_exists')
  await changeUser(tx, userId, {
    invited_at: now,
    confirmation_sent_at: now,
    // Whoever signed up with this address without confirming it may be somebody else: their password and metadata are dropped.
    ...(pending && { password_hash: null, user_metadata: JSON.stringify(metadata) }),
  })
  return userId
}

/** A user who has confirmed an address or number or has ever signed in; such accounts are never handed over to an invitee. */
export const isEstablishedUser = (user: Row<'users'>): boolean =>
  user.email_confirmed_at !== null || user.phone_confirmed_at !== null || user.last_sign_in_at !== null
