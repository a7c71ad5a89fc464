// Finds the addresses that alerts are emailed to: the chosen staff, or every administrator while nobody was chosen.
import { sql } from 'kysely'
import { staffRoles } from '../../../../core/session/staff.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const maxRecipients = 50

/** People who have lost their role since get nothing. `chosen`: null while nobody was chosen. */
export async function readRecipients(db: Db, chosen: readonly string[] | null): Promise<string[]> {
  const roles = chosen === null ? ['admin'] : staffRoles
  const { rows } = await sql<{ email: string }>`
    select email from users where ${chosen === null ? sql`true` : sql`id = any(${chosen})`}
      and id = any(array(select user_id from user_roles where role = any(${roles})))
      and email is not null and email_confirmed_at is not null and deleted_at is null
    order by email limit ${maxRecipients}`.execute(db)
  return rows.map(({ email }) => email)
}
