// Writes about mails that a phone did not get or that nobody has read, where their person wants a letter then: who sent them, their subjects, and the page.
import { privacyOf, stricter } from '../../core/filters/privacy.ts'
import type { Words } from '../../core/words/words.ts'
import { wordsOfPerson } from '../account/settings/words.ts'
import { readUser } from '../auth/store.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Tx } from '../db/pool.ts'
import type { EscalationParts } from '../delivery/escalation/escalate.ts'
import type { LetterMail, ReplanParts } from '../delivery/replan/replan.ts'
import { getFilter } from '../filters/store.ts'
import { readView } from '../mail/messages/store.ts'
import type { Mailer } from '../mailer.ts'
import { oneLine } from '../whatsapp/markup.ts'
import { seenOf } from '../whatsapp/redacted.ts'
import { type Head, unansweredLetter, undeliveredLetter } from './letters.ts'

export interface UndeliveredParts {
  keys: PersonKeys
  publicUrl: string
  mailer: Pick<Mailer, 'keep'>
}

const mostHeads = 50
const senderLetters = 60
const subjectLetters = 200

/** One letter for all mails of one phone that are found together. */
export function undeliveredWriter(parts: UndeliveredParts): ReplanParts['write'] {
  return async (tx, userId, mails) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return false
    const words = await wordsOfPerson(tx, userId)
    for (const [phone, theirs] of Map.groupBy(mails, mail => mail.phone)) {
      const heads = await Promise.all(theirs.slice(0, mostHeads).map(mail => headOf(parts, words, tx, userId, mail)))
      const [first] = theirs
      const page = `${parts.publicUrl}/forwarded-emails${first && theirs.length === 1 ? `/${first.messageId}` : ''}`
      await parts.mailer.keep(tx, { ...undeliveredLetter(words, { phone, heads, count: theirs.length, page }), to })
    }
    return true
  }
}

/** A letter about a mail that went from phone to phone in vain. */
export function unansweredWriter(parts: UndeliveredParts): EscalationParts['write'] {
  return async (tx, userId, mail) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return
    const words = await wordsOfPerson(tx, userId)
    const head = await headOf(parts, words, tx, userId, { ...mail, phone: '' })
    const page = `${parts.publicUrl}/forwarded-emails/${mail.messageId}`
    await parts.mailer.keep(tx, { ...unansweredLetter(words, head, page), to })
  }
}

/** What is blacked out on the phone is blacked out here, as its filter asks when the letter is written. */
async function headOf(
  { keys }: UndeliveredParts,
  words: Words,
  tx: Tx,
  userId: string,
  { messageId, filterId, redact }: LetterMail,
): Promise<Head> {
  const t = words.of('phone')
  const kept = await readView(tx, userId, keys, messageId)
  if (!kept) return { sender: t('mail.unknownSender'), subject: words.of('notices')('undelivered.notKept') }
  const filter = filterId === null ? undefined : await getFilter(tx, userId, filterId)
  const asked = { redact, show: 'headers' as const }
  const { from, subject } = seenOf(kept, filter ? stricter(asked, privacyOf(filter, [filter])) : asked)
  const [sender] = from
  return {
    sender: oneLine(sender?.name || sender?.address || t('mail.unknownSender'), senderLetters),
    subject: oneLine(subject, subjectLetters) || t('mail.noSubject'),
  }
}
