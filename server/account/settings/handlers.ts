// Reads and changes a user's settings.
import type * as api from '../../../core/api/settings.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { requestLanguage } from '../../foundation/words.ts'
import { readSettings, saveSettings } from './store.ts'

export interface SettingsDeps {
  db: Db
  now(): Date
  /** The default for users who have not chosen one. */
  retentionDays: number
}

export interface SettingsHandlers {
  get: UserHandler<typeof api.getSettingsApi>
  change: UserHandler<typeof api.changeSettingsApi>
}

export const settingsHandlers = ({ db, now, retentionDays }: SettingsDeps): SettingsHandlers => ({
  get: ({ userId }) => readSettings(db, userId, retentionDays, requestLanguage()),
  change: ({ userId, body }) =>
    db.transaction().execute(async tx => {
      await saveSettings(tx, userId, body, await readSettings(tx, userId, retentionDays, requestLanguage()), now())
      return readSettings(tx, userId, retentionDays)
    }),
})
