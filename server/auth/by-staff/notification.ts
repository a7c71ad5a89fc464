// Emails a user about what staff changed on their account; these emails cannot be turned off.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { renderAuthEmailFor, type StaffChangeKind } from '../email/content.ts'

const paths: Record<StaffChangeKind, string | null> = {
  // A suspended user cannot open any of our pages.
  suspended: null,
  resumed: '/login',
  factorsReset: '/login',
  rolesChanged: '/profile',
  signedOutByStaff: '/login',
}

/** Sent only to a confirmed address. It does not say which staff member made the change. */
export async function notifyOfStaffChange(
  deps: AuthDeps,
  tx: Tx,
  user: Row<'users'>,
  kind: StaffChangeKind,
  valuesIn: (language: string) => Record<string, string> = () => ({}),
): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const path = paths[kind]
  const email = await renderAuthEmailFor(deps, tx, user.id, kind, language => ({
    link: path && `${deps.publicUrl}${path}`,
    code: null,
    minutes: null,
    values: valuesIn(language),
  }))
  await deps.mailer.enqueue(tx, { ...email, to: user.email })
}
