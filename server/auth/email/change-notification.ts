// Emails a user when a way to sign in to their account has changed, so that a stranger's change is noticed.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { authEmailFor } from './content.ts'
import { whenAndWhere } from './when-and-where.ts'

export type NotifiedChange =
  | 'passwordChanged'
  | 'emailChanged'
  | 'phoneChanged'
  | 'identityAdded'
  | 'identityGone'
  | 'factorAdded'
  | 'factorGone'

/** `user` as it was before the change: it is the old address that has to know. Nobody can turn these emails off. */
export async function notifyOfChange(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  user: Row<'users'>,
  changed: NotifiedChange,
  values: Record<string, string> = {},
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const link = `${deps.publicUrl}/profile`
  const email = await authEmailFor(deps, tx, user.id, changed, language => ({
    ...{ link, code: null, minutes: null, values },
    facts: whenAndWhere(deps, request, language),
  }))
  await deps.mailer.keep(tx, { ...email, to: user.email })
}
