// SQL for one user's settings, with defaults for what they have not chosen.
import { NoticeKind, Settings, type SettingsChange } from '../../../core/api/settings.ts'
import { type DeliveryDefaults, parseDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import type { Language } from '../../../core/words/languages.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { saveEmailPreference } from '../email-preferences/store.ts'
import { KnownLanguage, toReader } from './reader.ts'

const emptyRow = { time_zone: null, quiet: null, digest_at: null }

/** When email may be delivered to the user's phones. */
export async function deliveryDefaultsOf(db: Db, userId: string): Promise<DeliveryDefaults> {
  const row = await db.selectFrom('settings').select(['time_zone', 'quiet', 'digest_at']).where('user_id', '=', userId).executeTakeFirst()
  return parseDeliveryDefaults(row ?? emptyRow)
}

/** The language and time zone for texts to the user. */
export async function readReader(db: Db, userId: string): Promise<Pick<Settings, 'language' | 'timeZone'>> {
  const row = await db.selectFrom('settings').select(['time_zone', 'language']).where('user_id', '=', userId).executeTakeFirst()
  return toReader(row ?? { time_zone: null, language: null })
}

/** Null for users without saved settings. */
export async function readChosenLanguage(db: Db, userId: string): Promise<Language | null> {
  const row = await db.selectFrom('settings').select('language').where('user_id', '=', userId).executeTakeFirst()
  return row ? KnownLanguage.parse(row.language) : null
}

/** `retentionDays` and `language` are defaults for users without saved settings. */
export async function readSettings(db: Db, userId: string, retentionDays: number, language: Language = 'en'): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const preferences = await db.selectFrom('email_preferences').select(['kind', 'enabled']).where('user_id', '=', userId).execute()
  const isWanted = (kind: NoticeKind) => preferences.find(preference => preference.kind === kind)?.enabled ?? true
  return {
    ...parseDeliveryDefaults(row ?? emptyRow),
    language: row ? KnownLanguage.parse(row.language) : language,
    retentionDays: row?.retention_days ?? retentionDays,
    linksAskSignIn: row?.links_ask_sign_in ?? false,
    onboardingDismissed: row?.onboarding_dismissed ?? false,
    notices: Settings.shape.notices.parse(Object.fromEntries(NoticeKind.options.map(kind => [kind, isWanted(kind)]))),
  }
}

/** When the devices that were known until then stopped being so; null for never. */
export async function readDevicesForgottenAt(db: Db, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('settings').select('devices_forgotten_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.devices_forgotten_at ?? null
}

/** Without settings no link asks who opens it, so that there is nothing to forget. */
export async function forgetDevices(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('settings').set({ devices_forgotten_at: now }).where('user_id', '=', userId).execute()
}

/** The first change also saves the values in `current`. */
export async function saveSettings(tx: Tx, userId: string, change: SettingsChange, current: Settings, now: Date): Promise<void> {
  const { language, timeZone, retentionDays } = current
  await tx
    .insertInto('settings')
    .values({ user_id: userId, language, time_zone: timeZone, retention_days: retentionDays, ...toColumns(change), updated_at: now })
    .onConflict(c => c.column('user_id').doUpdateSet({ ...toColumns(change), updated_at: now }))
    .execute()
  for (const [kind, enabled] of Object.entries(change.notices ?? {})) await saveEmailPreference(tx, userId, kind, enabled, now)
}

const toColumns = ({ language, timeZone, retentionDays, quiet, digestAt, linksAskSignIn, onboardingDismissed }: SettingsChange) => ({
  ...(language !== undefined && { language }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
  ...(retentionDays !== undefined && { retention_days: retentionDays }),
  ...(quiet !== undefined && { quiet: quiet && JSON.stringify(quiet) }),
  ...(digestAt !== undefined && { digest_at: digestAt }),
  ...(linksAskSignIn !== undefined && { links_ask_sign_in: linksAskSignIn }),
  ...(onboardingDismissed !== undefined && { onboarding_dismissed: onboardingDismissed }),
})
