// Lists every version of the settings, and makes an earlier one the newest again.
import type { z } from 'zod/mini'
import { AnySettingKey, type listSettingChangesApi, type SettingChange } from '../../../../core/api/admin/settings.ts'
import { findDefinition, isSecret, secretsByAddress } from '../../../../core/settings/definitions.ts'
import { Maintenance, noMaintenance, ServiceAnnouncements } from '../../../../core/settings/notices.ts'
import type { StaffRequest } from '../../../account/staff-log.ts'
import { decodeCursor, encodeCursor } from '../../../foundation/db/cursor.ts'
import { ChangeCursor, findVersion, type ListedChange, listVersions, readSettings } from '../../../foundation/db/runtime-settings.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import { noticeKeys } from '../../../foundation/runtime-settings/live.ts'
import { readStored } from '../../../foundation/runtime-settings/stored-values.ts'
import type { SettingsPageDeps } from './deps.ts'
import { saveSettings } from './save.ts'
import { readEmails } from './view.ts'
import { writeSettings } from './write.ts'

type ChangesQuery = z.output<typeof listSettingChangesApi.query>

export async function listChanges({ db }: SettingsPageDeps, { key, cursor, limit }: ChangesQuery) {
  const after = cursor === undefined ? null : decodeCursor(cursor, ChangeCursor)
  const rows = await listVersions(db, { key, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const emails = await readEmails(
    db,
    shown.map(row => row.changed_by),
  )
  const current = new Map((await readSettings(db)).map(row => [row.key, row.version]))
  const last = shown.at(-1)
  return {
    items: shown.flatMap(row => toChange(row, current.get(row.key) === row.version, emails.get(row.changed_by ?? '') ?? null)),
    next: rows.length > limit && last ? encodeCursor([last.changed_at.toISOString(), last.id]) : null,
  }
}

/** Empty for a setting that this version no longer has. */
function toChange(row: ListedChange, isCurrent: boolean, by: string | null): SettingChange[] {
  const { id, version, value, sealed_value, previous, changed_at, reason } = row
  const { data: key } = AnySettingKey.safeParse(row.key)
  if (!key) return []
  const change = {
    ...{ id, key, version, reason, isCurrent, isSecret: isSecret(key) },
    before: shownText(key, previous?.value),
    after: shownText(key, value),
    hadValue: previous !== null && (previous.isSealed || previous.value !== null),
    hasValue: sealed_value !== null || value !== null,
    changed: { at: changed_at.toISOString(), by },
  }
  return [change]
}

const shownText = (key: string, value: unknown): string | null => (!isSecret(key) && typeof value === 'string' ? value : null)

interface RollBack {
  key: string
  /** 0 is the default, before the first change. */
  version: number
  revision: number
  reason: string
  anyway: boolean
}

export async function rollBack(deps: SettingsPageDeps, staff: StaffRequest, { key, version, ...rest }: RollBack): Promise<void> {
  const { db, master, say } = deps
  const found = version === 0 ? null : await findVersion(db, key, version)
  if (found === undefined) throw new HttpError(404, 'unknown_version', say('refused.version', { key, version }))
  const value = found && readStored(master, found)
  const definition = findDefinition(key)
  const action = 'settings.rolled_back' as const
  if (definition) {
    await refuseOtherAddress(deps, key, found?.changed_at ?? null)
    const values = { [key]: typeof value === 'string' ? value : null }
    return saveSettings(deps, staff, { ...rest, group: definition.group, values, action })
  }
  const { revision, reason } = rest
  await writeSettings(deps, staff, { values: { [key]: toNotice(deps, key, value) }, revision, reason, action, resourceId: key })
}

/** An earlier secret belongs to the address that was set at that time. */
async function refuseOtherAddress({ db, say }: SettingsPageDeps, secret: string, since: Date | null): Promise<void> {
  const [address] = Object.entries(secretsByAddress).find(([, one]) => one === secret) ?? []
  if (address === undefined || since === null) return
  const { changed_at: changedAt } = (await readSettings(db)).find(row => row.key === address) ?? {}
  if (changedAt && changedAt > since) throw new HttpError(422, 'secret_needed', say('refused.secretNeeded', { key: address, secret }))
}

function toNotice({ say }: SettingsPageDeps, key: string, value: unknown) {
  if (key === noticeKeys.maintenance) return Maintenance.parse(value ?? noMaintenance)
  if (key === noticeKeys.announcements) return ServiceAnnouncements.parse(value ?? [])
  throw new HttpError(404, 'unknown_setting', say('refused.unknown', { key }))
}
