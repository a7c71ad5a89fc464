// Reads and changes a user's settings.
import type * as api from '../../../core/api/settings.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { spokenLanguage } from '../../foundation/words.ts'
import { readSettings, saveSettings } from './store.ts'

export interface SettingsDeps {
  db: Db
  now(): Date
  /** For who chose none. */
  retentionDays: number
}

export interface SettingsHandlers {
  get: PersonHandler<typeof api.getSettingsApi>
  change: PersonHandler<typeof api.changeSettingsApi>
}

export const settingsHandlers = ({ db, now, retentionDays }: SettingsDeps): SettingsHandlers => ({
  get: ({ userId }) => readSettings(db, userId, retentionDays, spokenLanguage()),
  change: ({ userId, body }) =>
    db.transaction().execute(async tx => {
      await saveSettings(tx, userId, body, await readSettings(tx, userId, retentionDays, spokenLanguage()), now())
      return readSettings(tx, userId, retentionDays)
    }),
})
