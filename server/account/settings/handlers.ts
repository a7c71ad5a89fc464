// Answers requests about what a person chose for all of their mail.
import type * as api from '../../../core/api/settings.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { spokenLanguage } from '../../words.ts'
import { readSettings, saveSettings } from './store.ts'

export interface SettingsParts {
  db: Db
  now(): Date
  /** For who chose none. */
  retentionDays: number
}

export interface SettingsHandlers {
  get: PersonHandler<typeof api.getSettings>
  change: PersonHandler<typeof api.changeSettings>
}

export const settingsHandlers = ({ db, now, retentionDays }: SettingsParts): SettingsHandlers => ({
  get: ({ userId }) => readSettings(db, userId, retentionDays, spokenLanguage()),
  change: ({ userId, body }) =>
    db.transaction().execute(async tx => {
      await saveSettings(tx, userId, body, await readSettings(tx, userId, retentionDays, spokenLanguage()), now())
      return readSettings(tx, userId, retentionDays)
    }),
})
