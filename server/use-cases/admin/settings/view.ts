// Describes every setting for the page: its value, where it comes from, and who changed it. Never includes the value of a secret.
import type { AllSettings, SettingGroupView, SettingView } from '../../../../core/api/admin/settings.ts'
import { commandLine } from '../../../../core/session/staff.ts'
import {
  isTested,
  type SettingDefinition,
  settingDefinitions,
  settingGroups,
  withoutPassword,
} from '../../../../core/settings/definitions.ts'
import { sourceOf } from '../../../../core/settings/precedence.ts'
import { defaultText } from '../../../foundation/config.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { readSettings, type SettingVersion } from '../../../foundation/db/runtime-settings.ts'
import type { SettingsPageDeps } from './deps.ts'

export async function describeSettings({ db, settings }: SettingsPageDeps): Promise<AllSettings> {
  await settings.refresh()
  const rows = await readSettings(db)
  const emails = await readEmails(
    db,
    rows.map(row => row.changed_by),
  )
  const view = (definition: SettingDefinition) =>
    describeSetting(
      definition,
      settings,
      rows.find(row => row.key === definition.key),
      emails,
    )
  const rejected = new Map(settings.rejected().map(({ group, why }) => [group, why]))
  return {
    revision: rows.reduce((sum, { version }) => sum + version, 0),
    groups: settingGroups.map(
      (group): SettingGroupView => ({
        group,
        settings: settingDefinitions.filter(definition => definition.group === group).map(view),
        isTested: isTested(group),
        rejected: rejected.get(group) ?? null,
      }),
    ),
    maintenance: settings.maintenance(),
    announcements: settings.announcements(),
  }
}

function describeSetting(
  { key, kind, choices = [] }: SettingDefinition,
  settings: SettingsPageDeps['settings'],
  row: SettingVersion | undefined,
  emails: ReadonlyMap<string, string>,
): SettingView {
  const environment = settings.config.provided
  const stored = settings.stored()
  const source = sourceOf(key, environment, stored)
  const text = environment[key] ?? stored[key] ?? defaultText(key)
  return {
    ...{ key, kind, choices: [...choices], source },
    value: kind === 'secret' ? null : withoutPassword(text),
    isSet: source !== 'default',
    default: defaultText(key),
    isStored: key in stored,
    version: row?.version ?? 0,
    changed: row ? { at: row.changed_at.toISOString(), by: emails.get(row.changed_by ?? '') ?? null } : null,
  }
}

/** Email addresses of the staff who changed something, by user id; deleted users are missing. */
export async function readEmails(db: Db, userIds: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(userIds.flatMap(id => (id === null ? [] : [id])))]
  const names = new Map([[commandLine.id, commandLine.name]])
  if (ids.length === 0) return names
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  for (const { id, email } of rows) if (email) names.set(id, email)
  return names
}
