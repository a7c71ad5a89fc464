// Plans changes of a user's preferences.
import type { PreferencesEntry, SettingsFile } from './shape.ts'
import { preferencesEntry, type SettingsState } from './state.ts'
import { changedFields, fieldLines, noteOf, nothing, type PlanOptions, type SettingsPlan, stepOf, sum } from './steps.ts'

export function planPreferences(file: SettingsFile, state: SettingsState, options: PlanOptions): SettingsPlan {
  const { preferences } = file
  if (!preferences) return nothing
  const current = preferencesEntry(state.settings)
  const { notices, ...others } = preferences
  const changedNotices = changedFields(notices ?? {}, current.notices ?? {})
  const wanted: PreferencesEntry = {
    ...changedFields(others, current),
    ...(Object.keys(changedNotices).length > 0 && { notices: changedNotices }),
  }
  const { change, notes } = withoutRefused(wanted, state, options)
  if (Object.keys(change).length === 0) return notes
  const lines = fieldLines(current, change)
  const step = stepOf(
    { kind: 'changed', section: 'preferences', name: '', lines },
    { method: 'PATCH', path: '/api/settings', body: change },
  )
  return sum(step, notes)
}

/** A shorter time erases emails, which counts as deleting; what weakens protection is for people. */
function withoutRefused(wanted: PreferencesEntry, state: SettingsState, { deletes, isKey }: PlanOptions) {
  const { retentionDays, linksAskSignIn, notices, ...change } = wanted
  const erases = retentionDays !== undefined && retentionDays < state.settings.retentionDays && !deletes
  const { new_device: newDevice, ...otherNotices } = notices ?? {}
  const isSilent = isKey && newDevice === false
  const keptNotices = { ...otherNotices, ...(newDevice !== undefined && !isSilent && { new_device: newDevice }) }
  const isOpen = isKey && linksAskSignIn === false
  return {
    change: {
      ...change,
      ...(retentionDays !== undefined && !erases && { retentionDays }),
      ...(linksAskSignIn !== undefined && !isOpen && { linksAskSignIn }),
      ...(Object.keys(keptNotices).length > 0 && { notices: keptNotices }),
    },
    notes: sum(
      erases ? noteOf('keep.retention', { days: String(state.settings.retentionDays) }) : nothing,
      isOpen ? noteOf('person.setting', { name: 'linksAskSignIn' }) : nothing,
      isSilent ? noteOf('person.setting', { name: 'notices.new_device' }) : nothing,
    ),
  }
}
