// The language and time zone of a user, from their saved settings.
import { z } from 'zod/mini'
import { Settings } from '../../../core/api/settings.ts'
import { parseDeliveryDefaults } from '../../../core/delivery/schedule.ts'

export const KnownLanguage = z.catch(Settings.shape.language, 'en')

/** Both columns are null for a user without saved settings. */
export const toReader = (row: { time_zone: string | null; language: string | null }): Pick<Settings, 'language' | 'timeZone'> => ({
  language: KnownLanguage.parse(row.language),
  timeZone: parseDeliveryDefaults({ time_zone: row.time_zone, quiet: null, digest_at: null }).timeZone,
})
