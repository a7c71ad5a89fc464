// Adds, removes and lists staff of the admin console, for `npm run admin`.
import { isStaffRole, type StaffRole, staffRoles } from '../../core/session/staff.ts'
import type { Db } from '../foundation/db/pool.ts'
import { findUserByEmail, grantRole, listEmailsWithRole, revokeRole } from './owners.ts'
import { recordCommandAction } from './staff-log.ts'
import { listRoles } from './store.ts'

const usage = `Usage: npm run admin -- add EMAIL [ROLE], npm run admin -- remove EMAIL [ROLE], or npm run admin -- list. Roles: ${staffRoles.join(', ')}; the default is admin.`

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function administrate(db: Db, [verb, email, role = 'admin']: string[], now: Date): Promise<string> {
  if (verb === 'list') return (await Promise.all(staffRoles.map(role => listRole(db, role)))).filter(Boolean).join('\n') || nobody
  if ((verb !== 'add' && verb !== 'remove') || !email || !isStaffRole(role)) throw new Error(usage)
  const userId = await findUserByEmail(db, email)
  if (!userId) throw new Error(`There’s no account for ${email}. Create one with this address, then run this again.`)
  const isChanged = await changeRole(db, { verb, userId, role }, now)
  if (verb === 'remove') return isChanged ? `${email} no longer has the role ${role}.` : `${email} didn’t have the role ${role}.`
  return isChanged
    ? `${email} now has the role ${role}. They need two-factor sign-in to open the console.`
    : `${email} already has the role ${role}.`
}

/** False when there was nothing to change. */
const changeRole = (db: Db, { verb, userId, role }: { verb: 'add' | 'remove'; userId: string; role: StaffRole }, now: Date) =>
  db.transaction().execute(async tx => {
    const before = await listRoles(tx, userId)
    const isChanged = verb === 'add' ? await grantRole(tx, userId, role, now) : await revokeRole(tx, userId, role)
    const name = verb === 'add' ? 'user.role_granted' : 'user.role_revoked'
    const change = { before: { roles: before }, after: { roles: await listRoles(tx, userId) } }
    if (isChanged) await recordCommandAction(tx, now, { name, resourceType: 'user', resourceId: userId, ...change })
    return isChanged
  })

const nobody = 'There is no administrator yet. Add one: npm run admin -- add EMAIL'

const listRole = async (db: Db, role: StaffRole): Promise<string> =>
  (await listEmailsWithRole(db, role)).map(email => `${email} (${role})`).join('\n')
