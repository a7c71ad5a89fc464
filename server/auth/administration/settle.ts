// What is the same whether an administrator makes a person or changes them: role, ban, and what the app knows of them.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { merged } from '../metadata.ts'
import type { AuthParts } from '../parts.ts'
import { changeUser, endSessions } from '../store.ts'
import type { Attributes } from './attributes.ts'

export async function settle(parts: AuthParts, tx: Tx, user: Row<'users'>, { role, ban, appMetadata }: Attributes): Promise<void> {
  // Nothing that a ban held up comes back to life when it is lifted.
  if (user.banned_until && ban && !ban.until) await endSessions(tx, user.id, 'global', '')
  await changeUser(tx, user.id, {
    updated_at: parts.now(),
    ...(role && { role }),
    ...(ban && { banned_until: ban.until }),
    ...(appMetadata && { app_metadata: JSON.stringify(merged(user.app_metadata, appMetadata)) }),
  })
}
