// Decides where the value of a setting comes from: first the environment, then what the console stored, then the default.
import { type SettingGroup, settingDefinitions, settingGroups } from './definitions.ts'

type SettingSource = 'environment' | 'stored' | 'default'

/** Values as they are written, by the name of their setting. */
export type SettingTexts = Record<string, string>

export const sourceOf = (key: string, environment: SettingTexts, stored: SettingTexts): SettingSource =>
  key in environment ? 'environment' : key in stored ? 'stored' : 'default'

export interface MergedSettings {
  texts: SettingTexts
  /** Groups whose stored values conflict with the environment, and why. These values are ignored. */
  rejected: { group: SettingGroup; why: string }[]
}

/** `check` throws a user-facing message when values conflict. Groups are checked one by one, so that one bad group leaves the others alone. */
export function mergeSettings(environment: SettingTexts, stored: SettingTexts, check: (texts: SettingTexts) => void): MergedSettings {
  let texts = environment
  const rejected: MergedSettings['rejected'] = []
  for (const group of settingGroups) {
    const merged = { ...textsOf(group, stored), ...texts }
    try {
      check(merged)
      texts = merged
    } catch (error) {
      rejected.push({ group, why: error instanceof Error ? error.message : String(error) })
    }
  }
  return { texts, rejected }
}

const textsOf = (group: SettingGroup, stored: SettingTexts): SettingTexts =>
  Object.fromEntries(
    settingDefinitions.flatMap(({ key, group: of }) => (of === group && stored[key] !== undefined ? [[key, stored[key]]] : [])),
  )
