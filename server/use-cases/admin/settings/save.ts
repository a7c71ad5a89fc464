// Saves a group of settings: checks that the values fit together, tries them with a real call, then stores them.
import type { SettingFinding } from '../../../../core/api/admin/settings.ts'
import {
  findMinimumAbove,
  hasPassword,
  isTested,
  type SettingGroup,
  type SettingKey,
  secretsByAddress,
  settingDefinitions,
} from '../../../../core/settings/definitions.ts'
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import { describeSettingProblem } from '../../../foundation/config/required.ts'
import { type Config, defaultText } from '../../../foundation/config.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { SettingChanges } from '../../../foundation/runtime-settings/live.ts'
import type { SettingsPageDeps } from './deps.ts'
import { tryGroup } from './tries/try-group.ts'
import { writeSettings } from './write.ts'

interface SettingsSave {
  group: SettingGroup
  values: SettingChanges
  revision: number
  reason: string
  anyway: boolean
  action: 'settings.changed' | 'settings.rolled_back'
}

export async function saveSettings(deps: SettingsPageDeps, staff: StaffRequest, save: SettingsSave): Promise<void> {
  const { settings, say } = deps
  await settings.refresh()
  const changes = findChanges(deps, save.group, save.values)
  if (Object.keys(changes).length === 0) throw new HttpError(422, 'nothing_changed', say('refused.nothing'))
  const findings = await tryChanges(deps, staff, save.group, changes)
  const details = { findings }
  if (findings.some(({ state }) => state === 'refused')) throw new HttpError(422, 'secret_refused', say('refused.secret'), details)
  if (!save.anyway && findings.some(({ state }) => state === 'failing'))
    throw new HttpError(409, 'test_failed', say('refused.test'), details)
  const { revision, reason, action, group } = save
  await writeSettings(deps, staff, { values: changes, revision, reason, action, resourceId: group })
}

/** The findings of a real call with these values; none for groups without a test. Throws for invalid values. */
export async function trySettings(
  deps: SettingsPageDeps,
  staff: StaffRequest,
  group: SettingGroup,
  values: SettingChanges,
): Promise<SettingFinding[]> {
  await deps.settings.refresh()
  return tryChanges(deps, staff, group, findChanges(deps, group, values))
}

async function tryChanges(
  deps: SettingsPageDeps,
  staff: StaffRequest,
  group: SettingGroup,
  changes: SettingChanges,
): Promise<SettingFinding[]> {
  const config = previewValid(deps, changes)
  if (!isTested(group)) return []
  const findings = await tryGroup({ ...deps, config, ip: staff.request.ip }, group)
  // The names of the values that were tried, never the values.
  const after = { changed: Object.keys(changes), results: findings.map(({ state }) => state) }
  await recordStaffAction(deps.db, staff, deps.now(), { name: 'settings.tested', resourceType: 'setting', resourceId: group, after })
  return findings
}

/** The values that differ. Throws for a setting of another group, and for one that the environment sets. */
function findChanges({ settings, say }: SettingsPageDeps, group: SettingGroup, values: SettingChanges): SettingChanges {
  const stored = settings.stored()
  const changes: SettingChanges = {}
  for (const [key, given] of Object.entries(values)) {
    const definition = settingDefinitions.find(one => one.key === key && one.group === group)
    if (!definition) throw new HttpError(422, 'unknown_setting', say('refused.unknown', { key }))
    const value = given?.trim() || null
    if (value === (stored[key] ?? null)) continue
    if (key in settings.config.provided) throw new HttpError(409, 'set_in_environment', say('refused.environment', { key }))
    if (value && definition.kind !== 'secret' && hasPassword(value))
      throw new HttpError(422, 'password_shown', say('refused.password', { key }))
    if (value) refuseTooSmall(say, definition.key, value)
    changes[key] = value
  }
  refuseOtherAddresses({ settings, say }, changes, values)
  return changes
}

function refuseTooSmall(say: SettingsPageDeps['say'], key: SettingKey, value: string): void {
  const minimum = findMinimumAbove(key, value)
  if (minimum !== null) throw new HttpError(422, 'too_small', say('refused.tooSmall', { key, minimum }))
}

/** A stored secret is only sent to its previous address; otherwise, changing the address would reveal it. */
function refuseOtherAddresses(
  { settings, say }: Pick<SettingsPageDeps, 'settings' | 'say'>,
  changes: SettingChanges,
  given: SettingChanges,
) {
  const { provided } = settings.config
  const stored = settings.stored()
  for (const [key, secret] of Object.entries(secretsByAddress)) {
    const address = changes[key]
    if (!address || !(provided[secret] ?? stored[secret])) continue
    if (secret in given && !(secret in provided)) continue
    if (withoutUser(address) !== withoutUser(stored[key] ?? defaultText(key)))
      throw new HttpError(422, 'secret_needed', say('refused.secretNeeded', { key, secret }))
  }
}

function withoutUser(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.username = ''
  return url.href
}

function previewValid({ settings, say }: SettingsPageDeps, changes: SettingChanges): Config {
  try {
    const { config, problems } = settings.preview(changes)
    const [problem] = problems
    if (problem) throw new HttpError(422, 'invalid_settings', say('refused.invalid', { why: describeSettingProblem(problem).slice(2) }))
    return config
  } catch (error) {
    if (error instanceof HttpError || !(error instanceof Error)) throw error
    throw new HttpError(422, 'invalid_settings', say('refused.invalid', { why: withoutHeading(error.message) }))
  }
}

const withoutHeading = (message: string): string => {
  const [first = '', ...others] = message.split('\n')
  return (others.length > 0 ? others.map(line => line.replace(/^- /, '')).join(' ') : first).replace(/\.$/, '')
}

/** Stores what the environment says, so that its variables can be removed from it. */
export async function adoptSettings(
  deps: SettingsPageDeps,
  staff: StaffRequest,
  { group, revision, reason }: { group: SettingGroup; revision: number; reason: string },
): Promise<void> {
  const { settings, say } = deps
  await settings.refresh()
  const { provided } = settings.config
  const keys = settingDefinitions.filter(({ key, group: of }) => of === group && provided[key] !== settings.stored()[key] && provided[key])
  if (keys.length === 0) throw new HttpError(422, 'nothing_changed', say('refused.nothing'))
  if (keys.some(({ key, kind }) => kind !== 'secret' && hasPassword(provided[key] ?? '')))
    throw new HttpError(422, 'password_shown', say('refused.password', { key: keys.map(({ key }) => key).join(', ') }))
  for (const { key } of keys) refuseTooSmall(say, key, provided[key] ?? '')
  const values = Object.fromEntries(keys.map(({ key }) => [key, provided[key] ?? null]))
  await writeSettings(deps, staff, { values, revision, reason, action: 'settings.adopted', resourceId: group })
}
