// Adds, removes and lists administrators, for `npm run admin`.
import type { Db } from '../foundation/db/pool.ts'
import { findUserByEmail, grantRole, listEmailsWithRole, revokeRole } from './owners.ts'

const role = 'admin'
const usage = 'Usage: npm run admin -- add EMAIL, npm run admin -- remove EMAIL, or npm run admin -- list'

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function administrate(db: Db, [verb, email]: string[], now: Date): Promise<string> {
  if (verb === 'list') return formatList(await listEmailsWithRole(db, role))
  if ((verb !== 'add' && verb !== 'remove') || !email) throw new Error(usage)
  const userId = await findUserByEmail(db, email)
  if (!userId) throw new Error(`Nobody has signed up as ${email}. Sign up with this address first, then run this again.`)
  if (verb === 'remove')
    return (await revokeRole(db, userId, role)) ? `${email} is no longer an administrator.` : `${email} was not an administrator.`
  return (await grantRole(db, userId, role, now)) ? `${email} is an administrator now.` : `${email} is an administrator already.`
}

const formatList = (emails: string[]): string =>
  emails.length > 0 ? emails.join('\n') : 'There is no administrator yet. Add one: npm run admin -- add EMAIL'
