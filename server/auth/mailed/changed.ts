// Tells a person by mail that a way into their account was changed, so that a stranger's change does not stay unseen.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import type { Ask } from '../endpoint.ts'
import type { AuthParts } from '../parts.ts'
import { letterFor } from './letters.ts'
import { whenAndWhere } from './when-and-where.ts'

export type Changed = 'passwordChanged' | 'emailChanged' | 'phoneChanged' | 'identityAdded' | 'identityGone' | 'factorAdded' | 'factorGone'

/** `user` as it was before the change: it is the old address that has to know. Nobody can turn these letters off. */
export async function tellChanged(
  parts: AuthParts,
  tx: Tx,
  ask: Ask,
  user: Row<'users'>,
  changed: Changed,
  values: Record<string, string> = {},
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const link = `${parts.publicUrl}/profile`
  const letter = await letterFor(parts, tx, user.id, changed, language => ({
    ...{ link, code: null, minutes: null, values },
    facts: whenAndWhere(parts, ask, language),
  }))
  await parts.mailer.keep(tx, { ...letter, to: user.email })
}
