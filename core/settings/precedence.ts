// Decides where the value of a setting comes from: the environment wins over what the console stored, and that over the default.
import { type SettingGroup, settingDefinitions, settingGroups } from './definitions.ts'

type SettingSource = 'environment' | 'stored' | 'default'

/** Values as they are written, by the name of their setting. */
export type SettingTexts = Record<string, string>

export const sourceOf = (key: string, environment: SettingTexts, stored: SettingTexts): SettingSource =>
  key in environment ? 'environment' : key in stored ? 'stored' : 'default'

export interface MergedSettings {
  texts: SettingTexts
  /** Groups whose stored values don't go with the environment, and why; they count as not stored. */
  rejected: { group: SettingGroup; why: string }[]
}

/** `check` throws a user-facing message when values don't go together. Takes one group after the other, so that a bad one spoils no other. */
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
