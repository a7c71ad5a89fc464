// Stores new versions of settings, and logs who changed them in the same transaction.
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import { lockSettings, readRevision, readSettings, saveVersion } from '../../../foundation/db/runtime-settings.ts'
import { type StoredValue, toColumns } from '../../../foundation/runtime-settings/stored-values.ts'
import { newId } from '../../../foundation/seal.ts'
import { changedMeanwhile, type SettingsPageDeps } from './deps.ts'

interface SettingsWrite {
  /** Null removes a stored value. */
  values: Record<string, StoredValue>
  /** The revision that the page showed; null to save whatever it is now. */
  revision: number | null
  reason: string
  /** As in `settings.changed`. */
  action: string
  resourceId: string
}

/** This host applies the change at once, every other host at its next poll. */
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
      // Only version numbers are logged: values may be addresses, phone numbers or secrets, and are in the history.
      ...{ before: versionsOf(0), after: versionsOf(1) },
    })
  })
  await settings.refresh()
}
