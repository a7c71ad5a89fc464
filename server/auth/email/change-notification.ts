// Emails a user when one of their sign-in methods has changed, so that they notice a stranger's change.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { type NotifiedChange, renderAuthEmailFor } from './content.ts'
import { requestFacts } from './request-facts.ts'

interface ChangeDetails {
  values?: Record<string, string>
  /** What the email's button takes back; without it the button leads to the profile. */
  undo?: { kind: 'password' | 'factor' | 'passkey'; id: string }
}

/** `user` is the row before the change, because the old address must be notified. These emails cannot be turned off. */
export async function notifyOfChange(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  user: Row<'users'>,
  changed: NotifiedChange,
  { values = {}, undo }: ChangeDetails = {},
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const link = (undo && deps.hooks.undoLink?.(user.id, undo)) ?? `${deps.publicUrl}/profile`
  const email = await renderAuthEmailFor(deps, tx, user.id, changed, language => ({
    ...{ link, code: null, minutes: null, values },
    facts: requestFacts(deps, request, language),
  }))
  await deps.mailer.enqueue(tx, { ...email, to: user.email })
}
