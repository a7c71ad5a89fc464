// Emails a user about messages that their phone didn't get or nobody read.
import { privacyOf, stricter } from '../../../core/filters/privacy.ts'
import type { Words } from '../../../core/words/words.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { readUser } from '../../auth/store.ts'
import type { EscalationDeps } from '../../delivery/escalation/escalate.ts'
import type { ReplanDeps, UndeliveredEmail } from '../../delivery/replan/replan.ts'
import { getFilter } from '../../filters/store.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Mailer } from '../../foundation/mailer.ts'
import { readView } from '../../mail/messages/store.ts'
import { oneLine } from '../../whatsapp/markup.ts'
import { visibleView } from '../../whatsapp/redacted.ts'
import { type MissedMessage, unansweredEmail, undeliveredEmail } from './system-emails.ts'

export interface UndeliveredDeps {
  keys: PersonKeys
  publicUrl: string
  mailer: Pick<Mailer, 'keep'>
}

const mostHeads = 50
const senderLetters = 60
const subjectLetters = 200

/** One letter for all mails of one phone that are found together. */
export function undeliveredWriter(deps: UndeliveredDeps): ReplanDeps['write'] {
  return async (tx, userId, mails) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return false
    const words = await wordsForUser(tx, userId)
    for (const [phone, theirs] of Map.groupBy(mails, mail => mail.phone)) {
      const heads = await Promise.all(theirs.slice(0, mostHeads).map(mail => headOf(deps, words, tx, userId, mail)))
      const [first] = theirs
      const page = `${deps.publicUrl}/forwarded-emails${first && theirs.length === 1 ? `/${first.messageId}` : ''}`
      await deps.mailer.keep(tx, { ...undeliveredEmail(words, { phone, heads, count: theirs.length, page }), to })
    }
    return true
  }
}

/** A letter about a mail that went from phone to phone in vain. */
export function unansweredWriter(deps: UndeliveredDeps): EscalationDeps['write'] {
  return async (tx, userId, mail) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return
    const words = await wordsForUser(tx, userId)
    const head = await headOf(deps, words, tx, userId, { ...mail, phone: '' })
    const page = `${deps.publicUrl}/forwarded-emails/${mail.messageId}`
    await deps.mailer.keep(tx, { ...unansweredEmail(words, head, page), to })
  }
}

/** What is blacked out on the phone is blacked out here, as its filter asks when the letter is written. */
async function headOf(
  { keys }: UndeliveredDeps,
  words: Words,
  tx: Tx,
  userId: string,
  { messageId, filterId, redact }: UndeliveredEmail,
): Promise<MissedMessage> {
  const t = words.of('phone')
  const kept = await readView(tx, userId, keys, messageId)
  if (!kept) return { sender: t('mail.unknownSender'), subject: words.of('notices')('undelivered.notKept') }
  const filter = filterId === null ? undefined : await getFilter(tx, userId, filterId)
  const asked = { redact, show: 'headers' as const }
  const { from, subject } = visibleView(kept, filter ? stricter(asked, privacyOf(filter, [filter])) : asked)
  const [sender] = from
  return {
    sender: oneLine(sender?.name || sender?.address || t('mail.unknownSender'), senderLetters),
    subject: oneLine(subject, subjectLetters) || t('mail.noSubject'),
  }
}
