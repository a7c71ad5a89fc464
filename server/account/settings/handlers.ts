// Reads and changes a user's settings.
import type * as api from '../../../core/api/settings.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { beyondPlan } from '../../foundation/http/plan-limit.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { requestLanguage } from '../../foundation/words.ts'
import { readSettings, saveSettings } from './store.ts'

export interface SettingsDeps {
  db: Db
  now(): Date
  /** The default for users who have not chosen one. */
  retentionDays(): number
  limitsOf: LimitsOf
  /** Their messages are given new dates of erasure. */
  onRetentionChange(tx: Tx, userId: string, now: Date): Promise<void>
}

export interface SettingsHandlers {
  get: UserHandler<typeof api.getSettingsApi>
  change: UserHandler<typeof api.changeSettingsApi>
}

export const settingsHandlers = ({ db, now, retentionDays, limitsOf, onRetentionChange }: SettingsDeps): SettingsHandlers => ({
  get: ({ userId }) => readSettings(db, userId, retentionDays(), requestLanguage()),
  change: async ({ userId, body }) => {
    const longest = body.retentionDays === undefined ? null : (await limitsOf(userId)).retentionDays
    return db.transaction().execute(async tx => {
      const before = await readSettings(tx, userId, retentionDays(), requestLanguage())
      // Whoever has a longer time from a larger plan keeps it, and may make it shorter.
      const { retentionDays: wanted = 0 } = body
      if (longest !== null && wanted > Math.max(longest, before.retentionDays)) throw beyondPlan({ limit: 'retention', most: longest })
      await saveSettings(tx, userId, body, before, now())
      const after = await readSettings(tx, userId, retentionDays())
      if (after.retentionDays !== before.retentionDays) await onRetentionChange(tx, userId, now())
      return after
    })
  },
})
