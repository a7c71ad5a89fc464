// Emails people once when WhatsApp has had trouble for an hour and something of theirs waits: they can't be told on WhatsApp.
import type { EmailPreferences } from '../../account/email-preferences/unsubscribe-links.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { readReader } from '../../account/settings/store.ts'
import { readUser } from '../../auth/store.ts'
import { claimTroubleNotices, readVisibleTrouble } from '../../delivery/number/trouble-notices-queue.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { emailWords } from '../../foundation/email-texts.ts'
import type { Log } from '../../foundation/log.ts'
import type { Mailer } from '../../foundation/mailer.ts'
import { whatsappDownEmail } from './system-emails.ts'

interface TroubleNoticeDeps {
  db: Db
  log: Log
  clock: Pick<Clock, 'now'>
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  notices: EmailPreferences
  /** Of our WhatsApp number, as it is now. */
  numberId(): string
}

const emailAfterMs = 3_600_000
const batchSize = 50

/** Returns false when nobody is left. The mark and the email commit together. */
export async function notifyOfTrouble(
  deps: TroubleNoticeDeps,
  separately: (tx: Tx, id: string, notify: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  const { db, clock, mailer, numberId } = deps
  const now = clock.now()
  const { since } = await readVisibleTrouble(db, numberId(), now)
  if (!since || now.getTime() - since.getTime() < emailAfterMs) return false
  const isMore = await db.transaction().execute(async tx => {
    const claimed = await claimTroubleNotices(tx, since, batchSize)
    for (const userId of claimed.userIds) await separately(tx, `whatsapp_down ${userId}`, () => emailUser(deps, tx, userId, since))
    return claimed.isMore
  })
  mailer.wake()
  return isMore
}

/** A user who wants no emails about phones that get nothing wants none about this. */
async function emailUser({ log, mailer, notices, publicUrl }: TroubleNoticeDeps, tx: Tx, userId: string, since: Date): Promise<void> {
  if (!(await notices.isWanted(tx, userId, 'phone_down'))) return
  const to = (await readUser(tx, userId))?.user.email
  if (!to) return
  const words = await emailWords(tx, log, await wordsForUser(tx, userId))
  const links = { page: `${publicUrl}/forwarded-emails`, stop: notices.unsubscribeLink(userId, 'phone_down') }
  const { timeZone } = await readReader(tx, userId)
  await mailer.enqueue(tx, { ...whatsappDownEmail(words, { since, timeZone }, links), to })
}
