// Adds, removes and lists administrators of the service, for `npm run admin`.
import type { Db } from '../foundation/db/pool.ts'
import { emailsWithRole, giveRole, personByEmail, takeRole } from './owners.ts'

const role = 'admin'
const usage = 'Say what to do: npm run admin -- add EMAIL, npm run admin -- remove EMAIL, or npm run admin -- list'

/** Throws an Error with a sentence that says what to do instead. */
export async function administrate(db: Db, [verb, email]: string[], now: Date): Promise<string> {
  if (verb === 'list') return listed(await emailsWithRole(db, role))
  if ((verb !== 'add' && verb !== 'remove') || !email) throw new Error(usage)
  const userId = await personByEmail(db, email)
  if (!userId) throw new Error(`Nobody has signed up as ${email}. Sign up with this address first, then run this again.`)
  if (verb === 'remove')
    return (await takeRole(db, userId, role)) ? `${email} is no longer an administrator.` : `${email} was not an administrator.`
  return (await giveRole(db, userId, role, now)) ? `${email} is an administrator now.` : `${email} is an administrator already.`
}

const listed = (emails: string[]): string =>
  emails.length > 0 ? emails.join('\n') : 'There is no administrator yet. Add one: npm run admin -- add EMAIL'
