// Counts how many users and staff have a second factor.
import { sql } from 'kysely'
import { factorTypes, type SecondFactors } from '../../../../core/api/admin/security.ts'
import { staffRoles } from '../../../../core/session/staff.ts'
import type { Db } from '../../../foundation/db/pool.ts'

export async function readSecondFactors(db: Db, now: Date): Promise<SecondFactors> {
  const [{ count: users } = { count: 0 }] = (
    await sql<{ count: number }>`select count(*)::int as count from users where deleted_at is null and not is_anonymous`.execute(db)
  ).rows
  const [{ count: usersWithFactor } = { count: 0 }] = (
    await sql<{ count: number }>`select count(distinct user_id)::int as count from factors where status = 'verified'`.execute(db)
  ).rows
  const types = await sql<{ type: string; users: number }>`
    select factor_type as type, count(distinct user_id)::int as users from factors where status = 'verified' group by factor_type`.execute(
    db,
  )
  const staff = await readStaff(db)
  const without = staff.filter(person => !person.has_factor)
  return {
    ...{ at: now.toISOString(), users, usersWithFactor, staff: staff.length, staffWithFactor: staff.length - without.length },
    byType: factorTypes.map(type => ({ type, users: types.rows.find(row => row.type === type)?.users ?? 0 })),
    staffWithout: without.map(({ id, email, roles }) => ({ id, email, roles })),
  }
}

const readStaff = async (db: Db) =>
  (
    await sql<{ id: string; email: string | null; roles: string[]; has_factor: boolean }>`
      select users.id, users.email, array_agg(user_roles.role order by user_roles.role) as roles,
        exists (select from factors where factors.user_id = users.id and status = 'verified') as has_factor
      from user_roles join users on users.id = user_roles.user_id
      where user_roles.role in (${sql.join(staffRoles.map(role => sql.lit(role)))}) and users.deleted_at is null
      group by users.id order by users.email limit 1000`.execute(db)
  ).rows
