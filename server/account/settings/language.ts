// The language a user chose, and its message catalog.
import type { Words } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { spokenLanguage, wordsOf } from '../../foundation/words.ts'
import { chosenLanguage, readerOf, readSettings, saveSettings } from './store.ts'

export const wordsForUser = async (db: Db, userId: string): Promise<Words> => wordsOf((await readerOf(db, userId)).language)

/** Who comes to us in another language than English has chosen it by that. */
export async function keepSpokenLanguage(tx: Tx, userId: string, retentionDays: number, now: Date): Promise<void> {
  const language = spokenLanguage()
  if (language !== 'en') await saveSettings(tx, userId, { language }, await readSettings(tx, userId, retentionDays), now)
}

/** Theirs, or that of the request that is being answered where they have chosen none. */
export const languageOfUser = async (db: Db, userId: string): Promise<string> => (await chosenLanguage(db, userId)) ?? spokenLanguage()
