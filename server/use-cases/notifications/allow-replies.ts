// Asks the users of mailboxes that were connected before replies could be sent from them to sign in again, by one email each.
import type { Words } from '../../../core/words/words.ts'
import type { EmailPreferences } from '../../account/email-preferences/unsubscribe-links.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { readUser } from '../../auth/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { emailWords } from '../../foundation/email-texts.ts'
import type { Log } from '../../foundation/log.ts'
import type { Mailer, SystemEmail } from '../../foundation/mailer.ts'
import { claimUnaskedMailboxes } from '../../mail/mailboxes/notice-owners.ts'
import { type Links, systemEmail } from './system-emails.ts'

interface AllowRepliesDeps {
  db: Db
  log: Log
  machine: Pick<Clock, 'now'>
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  notices: EmailPreferences
}

const batchSize = 50

/** Returns false when nothing is left. The mark and the email commit together. */
export async function askToAllowReplies({ db, log, machine, publicUrl, mailer, notices }: AllowRepliesDeps): Promise<boolean> {
  const claimedCount = await db.transaction().execute(async tx => {
    const unasked = await claimUnaskedMailboxes(tx, machine.now(), batchSize)
    for (const { userId, id, address } of unasked) {
      const to = (await notices.isWanted(tx, userId, 'mailbox_down')) ? (await readUser(tx, userId))?.user.email : null
      if (!to) continue
      const links = { page: `${publicUrl}/email-accounts/${id}`, stop: notices.unsubscribeLink(userId, 'mailbox_down') }
      const words = await emailWords(tx, log, await wordsForUser(tx, userId))
      await mailer.enqueue(tx, { ...allowRepliesEmail(words, address, links), to })
    }
    return unasked.length
  })
  if (claimedCount > 0) mailer.wake()
  return claimedCount === batchSize
}

export function allowRepliesEmail(words: Words, address: string, links: Links): Omit<SystemEmail, 'to'> {
  const t = words.of('notices')
  return systemEmail(words, links, {
    subject: t('allow_replies.subject', { address }),
    text: t('allow_replies.text', { address }),
    facts: [],
    action: t('allow_replies.deed'),
    otherwise: t('allow_replies.otherwise'),
  })
}
