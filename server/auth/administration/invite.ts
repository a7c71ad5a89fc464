// POST /invite: somebody is asked in by mail; whoever opens its link has an account and chooses a password.
import { z } from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { type OperatorAsk, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { readEmail, redirectOf } from '../mailed/asking.ts'
import { mailToken } from '../mailed/one-time.ts'
import { merged } from '../metadata.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { addPerson } from '../people.ts'
import type { User } from '../shapes.ts'
import { changeUser } from '../store.ts'
import { userView } from '../view.ts'
import { noteAct, recordOf } from './acts.ts'

const Given = z.object({ email: z.nullish(z.string()), data: z.nullish(z.record(z.string(), z.unknown())) })

export async function invite(parts: AuthParts, ask: OperatorAsk): Promise<User> {
  const { email: given, data } = read(Given, ask.body)
  const email = readEmail(given)
  const wished = redirectOf(parts, ask)
  const redirectTo = wished === parts.publicUrl ? `${parts.publicUrl}/reset-password` : wished
  const invited = await parts.db.transaction().execute(async tx => {
    const userId = await invitedPerson(parts, tx, email, data ?? {})
    const link = { type: 'invite', method: 'email/signup', redirectTo, challenge: null } as const
    await mailToken(parts, tx, userId, { kind: 'confirmation', letter: 'invite', link, email })
    await noteAct(parts, tx, ask, 'user_invited', { userId, email })
    return userView(await recordOf(tx, userId))
  })
  parts.mailer.wake()
  return invited
}

/** Somebody who has yet to confirm, made where nobody has the address; throws 422 when it is somebody's. */
export async function invitedPerson(parts: AuthParts, tx: Tx, email: string, data: Record<string, unknown>): Promise<string> {
  const now = parts.now()
  const waiting = await userByEmail(tx, email)
  if (waiting && isSomebody(waiting)) throw refuse('email_exists')
  const metadata = merged({}, data)
  const userId = waiting?.id ?? (await addPerson(parts, tx, { email, passwordHash: null, confirmed: false, metadata }))
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
