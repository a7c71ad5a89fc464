// Adds, removes and lists staff of the admin console, for `npm run admin`.
import { isStaffRole, type StaffRole, staffRoles } from '../../core/session/staff.ts'
import type { Db } from '../foundation/db/pool.ts'
import { findUserByEmail, grantRole, listEmailsWithRole, revokeRole } from './owners.ts'

const usage = `Usage: npm run admin -- add EMAIL [ROLE], npm run admin -- remove EMAIL [ROLE], or npm run admin -- list. Roles: ${staffRoles.join(', ')}; the default is admin.`

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function administrate(db: Db, [verb, email, role = 'admin']: string[], now: Date): Promise<string> {
  if (verb === 'list') return (await Promise.all(staffRoles.map(role => listRole(db, role)))).filter(Boolean).join('\n') || nobody
  if ((verb !== 'add' && verb !== 'remove') || !email || !isStaffRole(role)) throw new Error(usage)
  const userId = await findUserByEmail(db, email)
  if (!userId) throw new Error(`Nobody has signed up as ${email}. Sign up with this address first, then run this again.`)
  if (verb === 'remove')
    return (await revokeRole(db, userId, role)) ? `${email} no longer has the role ${role}.` : `${email} didn’t have the role ${role}.`
  return (await grantRole(db, userId, role, now))
    ? `${email} now has the role ${role}. They need two-factor sign-in to open the console.`
    : `${email} already has the role ${role}.`
}

const nobody = 'There is no administrator yet. Add one: npm run admin -- add EMAIL'

const listRole = async (db: Db, role: StaffRole): Promise<string> =>
  (await listEmailsWithRole(db, role)).map(email => `${email} (${role})`).join('\n')
