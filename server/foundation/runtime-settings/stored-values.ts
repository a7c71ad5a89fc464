// Turns stored settings into values and back: secrets are sealed with the master key, each for its key and version.
import { isSecret } from '../../../core/settings/definitions.ts'
import type { SettingVersion } from '../db/runtime-settings.ts'
import { type SealKey, seal, unseal } from '../seal.ts'

/** Null: no stored value, so the default applies. */
export type StoredValue = string | object | null

export const toColumns = (master: SealKey, key: string, version: number, value: StoredValue) =>
  value !== null && isSecret(key)
    ? { value: null, sealed_value: seal(master, Buffer.from(JSON.stringify(value)), settingContext(key, version)) }
    : { value, sealed_value: null }

/** Throws if the value was sealed with another master key. */
export function readStored(master: SealKey, { key, version, value, sealed_value }: SettingVersion): unknown {
  return sealed_value ? JSON.parse(unseal(master, sealed_value, settingContext(key, version)).toString()) : value
}

export const settingContext = (key: string, version: number) => ({
  userId: 'runtime_settings',
  row: `${key}:${version}`,
  column: 'sealed_value',
})
