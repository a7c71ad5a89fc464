// Runs `npm run admin -- maintenance off`: the way out of maintenance mode when nobody can open the console.
import { commandLine } from '../../../../core/session/staff.ts'
import { Maintenance, noMaintenance } from '../../../../core/settings/notices.ts'
import { recordCommandAction } from '../../../account/staff-log.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { lockSettings, readSettings } from '../../../foundation/db/runtime-settings.ts'
import { noticeKeys } from '../../../foundation/runtime-settings/live.ts'
import { saveVersions } from './write.ts'

const usage = 'Usage: npm run admin -- maintenance off. Maintenance is started in the console, under Settings.'
const reason = 'Ended at the command line.'

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function runMaintenanceCommand(db: Db, args: string[], now: Date): Promise<string> {
  if (args.join(' ') !== 'off') throw new Error(usage)
  const isEnded = await db.transaction().execute(async tx => {
    await lockSettings(tx)
    const stored = (await readSettings(tx)).find(({ key }) => key === noticeKeys.maintenance)
    if (!Maintenance.safeParse(stored?.value).data?.on) return false
    const values = { [noticeKeys.maintenance]: noMaintenance }
    const facts = { changed_by: commandLine.id, changed_at: now, reason }
    // Notices are not sealed, so that this works without the master key.
    const change = await saveVersions(tx, values, { ...facts, columnsOf: (_key, _version, value) => ({ value, sealed_value: null }) })
    const action = { name: 'maintenance.ended', resourceType: 'setting', resourceId: noticeKeys.maintenance, reason, ...change }
    await recordCommandAction(tx, now, action)
    return true
  })
  return isEnded ? 'Maintenance mode ends on every host within 10 seconds.' : 'Maintenance mode is already off.'
}
