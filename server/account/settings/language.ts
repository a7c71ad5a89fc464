// Reads the language that a user chose, and its message catalog.
import type { Words } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { loadWords, requestLanguage } from '../../foundation/words.ts'
import { readChosenLanguage, readReader, readSettings, saveSettings } from './store.ts'

export const wordsForUser = async (db: Db, userId: string): Promise<Words> => loadWords((await readReader(db, userId)).language)

/** Saves a new user's browser language as their choice, unless it is English. */
export async function saveRequestLanguage(tx: Tx, userId: string, retentionDays: number, now: Date): Promise<void> {
  const language = requestLanguage()
  if (language !== 'en') await saveSettings(tx, userId, { language }, await readSettings(tx, userId, retentionDays), now)
}

/** The user's chosen language, or that of the current request. */
export const readUserLanguage = async (db: Db, userId: string): Promise<string> =>
  (await readChosenLanguage(db, userId)) ?? requestLanguage()
