// Stores new versions of settings in one transaction with the log of who did it.
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import { lockSettings, readRevision, readSettings, saveVersion } from '../../../foundation/db/runtime-settings.ts'
import { type StoredValue, toColumns } from '../../../foundation/runtime-settings/stored-values.ts'
import { newId } from '../../../foundation/seal.ts'
import { changedMeanwhile, type SettingsPageDeps } from './deps.ts'

interface SettingsWrite {
  /** Null takes a stored value away. */
  values: Record<string, StoredValue>
  /** The revision that the page has shown; null when it does not matter what was there. */
  revision: number | null
  reason: string
  /** As in `settings.changed`. */
  action: string
  resourceId: string
}

/** Every host follows within its poll; this one at once. */
export async function writeSettings(deps: SettingsPageDeps, staff: StaffRequest, write: SettingsWrite): Promise<void> {
  const { db, master, settings, now, say } = deps
  const { reason, revision } = write
  await db.transaction().execute(async tx => {
    await lockSettings(tx)
    if (revision !== null && (await readRevision(tx)) !== revision) throw changedMeanwhile(say)
    const versions = new Map((await readSettings(tx)).map(row => [row.key, row.version]))
    const at = now()
    for (const [key, value] of Object.entries(write.values)) {
      const version = (versions.get(key) ?? 0) + 1
      const columns = toColumns(master, key, version, value)
      await saveVersion(tx, newId(at), { key, version, ...columns, changed_by: staff.userId, changed_at: at, reason })
    }
    const keys = Object.keys(write.values)
    const versionsOf = (step: number) => Object.fromEntries(keys.map(key => [key, (versions.get(key) ?? 0) + step]))
    await recordStaffAction(tx, staff, at, {
      ...{ name: write.action, resourceType: 'setting', resourceId: write.resourceId, reason },
      // Versions alone: values may be addresses, numbers or secrets, and the history has them.
      ...{ before: versionsOf(0), after: versionsOf(1) },
    })
  })
  await settings.refresh()
}
