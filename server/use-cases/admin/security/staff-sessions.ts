// Lists and ends the sessions of staff.
import { sql } from 'kysely'
import type * as api from '../../../../core/api/admin/security.ts'
import { detectDevice } from '../../../../core/session/device.ts'
import { staffRoles } from '../../../../core/session/staff.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const maxSessions = 500

interface SessionRow {
  id: string
  user_id: string
  email: string | null
  roles: string[]
  aal: string
  ip: string | null
  user_agent: string | null
  created_at: Date
  refreshed_at: Date
}

/** The most recently used first; those that began before `startedAfter` have ended. */
export async function readStaffSessions(db: Db, startedAfter: Date, currentId: string | null) {
  const { rows } = await sql<SessionRow>`
    select sessions.id, sessions.user_id, users.email, staff.roles, sessions.aal, sessions.ip, sessions.user_agent,
      sessions.created_at, sessions.refreshed_at
    from (
      select user_id, array_agg(role order by role) as roles from user_roles
      where role in (${sql.join(staffRoles.map(role => sql.lit(role)))}) group by user_id
    ) staff join sessions on sessions.user_id = staff.user_id join users on users.id = staff.user_id
    where sessions.created_at > ${startedAfter}
    order by sessions.refreshed_at desc, sessions.id limit ${sql.lit(maxSessions + 1)}`.execute(db)
  return { items: rows.slice(0, maxSessions).map(row => toStaffSession(row, currentId)), isCapped: rows.length > maxSessions }
}

const toStaffSession = (row: SessionRow, currentId: string | null): api.StaffSession => ({
  ...{ id: row.id, person: { id: row.user_id, email: row.email }, roles: row.roles, ip: row.ip },
  hasSecondStep: row.aal === 'aal2',
  device: detectDevice(row.user_agent),
  startedAt: row.created_at.toISOString(),
  lastUsedAt: row.refreshed_at.toISOString(),
  isCurrent: row.id === currentId,
})

export async function isStaff(db: Db, userId: string): Promise<boolean> {
  const role = db.selectFrom('user_roles').select('role').where('user_id', '=', userId).where('role', 'in', staffRoles)
  return (await role.executeTakeFirst()) !== undefined
}
