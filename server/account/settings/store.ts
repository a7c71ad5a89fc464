// SQL for one user's settings, with the defaults where they chose nothing.
import { z } from 'zod/mini'
import { NoticeKind, Settings, type SettingsChange } from '../../../core/api/settings.ts'
import { type DeliveryHabits, readHabits } from '../../../core/delivery/schedule.ts'
import type { Language } from '../../../core/words/languages.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { saveEmailPreference } from '../email-preferences/store.ts'

const nothing = { time_zone: null, quiet: null, digest_at: null }
const KnownLanguage = z.catch(Settings.shape.language, 'en')

/** When email may go to their phones. */
export async function habitsOf(db: Db, userId: string): Promise<DeliveryHabits> {
  const row = await db.selectFrom('settings').select(['time_zone', 'quiet', 'digest_at']).where('user_id', '=', userId).executeTakeFirst()
  return readHabits(row ?? nothing)
}

/** What a text for them is written in, and by what clock. */
export async function readerOf(db: Db, userId: string): Promise<Pick<Settings, 'language' | 'timeZone'>> {
  const row = await db.selectFrom('settings').select(['time_zone', 'language']).where('user_id', '=', userId).executeTakeFirst()
  const { timeZone } = readHabits({ ...nothing, time_zone: row?.time_zone ?? null })
  return { language: KnownLanguage.parse(row?.language), timeZone }
}

/** Null of who has chosen nothing yet. */
export async function chosenLanguage(db: Db, userId: string): Promise<Language | null> {
  const row = await db.selectFrom('settings').select('language').where('user_id', '=', userId).executeTakeFirst()
  return row ? KnownLanguage.parse(row.language) : null
}

/** `retentionDays` and `language` hold for who chose none. */
export async function readSettings(db: Db, userId: string, retentionDays: number, language: Language = 'en'): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const choices = await db.selectFrom('email_preferences').select(['kind', 'enabled']).where('user_id', '=', userId).execute()
  const isWanted = (kind: NoticeKind) => choices.find(choice => choice.kind === kind)?.enabled ?? true
  return {
    ...readHabits(row ?? nothing),
    language: row ? KnownLanguage.parse(row.language) : language,
    retentionDays: row?.retention_days ?? retentionDays,
    linksAskSignIn: row?.links_ask_sign_in ?? false,
    onboardingDismissed: row?.onboarding_dismissed ?? false,
    notices: Settings.shape.notices.parse(Object.fromEntries(NoticeKind.options.map(kind => [kind, isWanted(kind)]))),
  }
}

/** `before` is kept with the first change. */
export async function saveSettings(tx: Tx, userId: string, change: SettingsChange, before: Settings, now: Date): Promise<void> {
  const { language, timeZone, retentionDays } = before
  await tx
    .insertInto('settings')
    .values({ user_id: userId, language, time_zone: timeZone, retention_days: retentionDays, ...columnsOf(change), updated_at: now })
    .onConflict(c => c.column('user_id').doUpdateSet({ ...columnsOf(change), updated_at: now }))
    .execute()
  for (const [kind, wanted] of Object.entries(change.notices ?? {})) await saveEmailPreference(tx, userId, kind, wanted, now)
}

const columnsOf = ({ language, timeZone, retentionDays, quiet, digestAt, linksAskSignIn, onboardingDismissed }: SettingsChange) => ({
  ...(language !== undefined && { language }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
  ...(retentionDays !== undefined && { retention_days: retentionDays }),
  ...(quiet !== undefined && { quiet: quiet && JSON.stringify(quiet) }),
  ...(digestAt !== undefined && { digest_at: digestAt }),
  ...(linksAskSignIn !== undefined && { links_ask_sign_in: linksAskSignIn }),
  ...(onboardingDismissed !== undefined && { onboarding_dismissed: onboardingDismissed }),
})
