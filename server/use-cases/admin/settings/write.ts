// Stores new versions of settings, and logs who changed them in the same transaction.
import { isGuarded } from '../../../../core/settings/definitions.ts'
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import type { Tx } from '../../../foundation/db/pool.ts'
import { lockSettings, readRevision, readSettings, type SettingVersion, saveVersion } from '../../../foundation/db/runtime-settings.ts'
import { type StoredValue, toColumns } from '../../../foundation/runtime-settings/stored-values.ts'
import { newId } from '../../../foundation/seal.ts'
import { changedMeanwhile, type SettingsPageDeps } from './deps.ts'
import { notifyAdmins, sendCopies } from './notify.ts'

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
  const { db, log, master, settings, now, say } = deps
  const { reason, revision } = write
  const { from, relay } = settings.config.mailer
  const notice = await db.transaction().execute(async tx => {
    await lockSettings(tx)
    if (revision !== null && (await readRevision(tx)) !== revision) throw changedMeanwhile(say)
    const at = now()
    const change = await saveVersions(tx, write.values, {
      ...{ changed_by: staff.userId, changed_at: at, reason },
      columnsOf: (key, version, value) => toColumns(master, key, version, value),
    })
    await recordStaffAction(tx, staff, at, { name: write.action, resourceType: 'setting', resourceId: write.resourceId, reason, ...change })
    return isGuarded(write.resourceId) ? notifyAdmins(deps, tx, { group: write.resourceId, actorId: staff.userId, at }) : null
  })
  if (notice?.group === 'email' && relay)
    sendCopies(deps, from, relay, notice).catch(error =>
      log.warn({ err: error }, 'the previous relay did not take the notices of its replacement'),
    )
  await settings.refresh()
  if (notice) deps.mailer.wake()
}

interface VersionFacts {
  changed_by: string
  changed_at: Date
  reason: string
  /** Seals secrets. */
  columnsOf(key: string, version: number, value: StoredValue): Pick<SettingVersion, 'value' | 'sealed_value'>
}

/** Only version numbers are returned for the log: values may be addresses, phone numbers or secrets, and are in the history. */
export async function saveVersions(tx: Tx, values: Record<string, StoredValue>, { columnsOf, ...facts }: VersionFacts) {
  const versions = new Map((await readSettings(tx)).map(row => [row.key, row.version]))
  for (const [key, value] of Object.entries(values)) {
    const version = (versions.get(key) ?? 0) + 1
    await saveVersion(tx, newId(facts.changed_at), { key, version, ...columnsOf(key, version, value), ...facts })
  }
  const versionsOf = (step: number) => Object.fromEntries(Object.keys(values).map(key => [key, (versions.get(key) ?? 0) + step]))
  return { before: versionsOf(0), after: versionsOf(1) }
}
