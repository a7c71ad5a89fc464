// Writes about mails that a phone did not get, where its person wants a letter then: who sent them, their subjects, and the page.
import type { Words } from '../../core/words/words.ts'
import { readUser } from '../auth/store.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Tx } from '../db/pool.ts'
import type { LetterMail, ReplanParts } from '../delivery/replan/replan.ts'
import { readView } from '../mail/messages/store.ts'
import type { Mailer } from '../mailer.ts'
import { oneLine } from '../whatsapp/markup.ts'
import { redacted } from '../whatsapp/redacted.ts'
import { type Head, undeliveredLetter } from './letters.ts'

export interface UndeliveredParts {
  keys: PersonKeys
  publicUrl: string
  words: Words
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
    for (const [phone, theirs] of Map.groupBy(mails, mail => mail.phone)) {
      const heads = await Promise.all(theirs.slice(0, mostHeads).map(mail => headOf(parts, tx, userId, mail)))
      const [first] = theirs
      const page = `${parts.publicUrl}/forwarded-emails${first && theirs.length === 1 ? `/${first.messageId}` : ''}`
      await parts.mailer.keep(tx, { ...undeliveredLetter(parts.words, { phone, heads, count: theirs.length, page }), to })
    }
    return true
  }
}

/** What is blacked out on the phone is blacked out here. */
async function headOf({ keys, words }: UndeliveredParts, tx: Tx, userId: string, { messageId, redact }: LetterMail): Promise<Head> {
  const t = words.of('phone')
  const kept = await readView(tx, userId, keys, messageId)
  if (!kept) return { sender: t('mail.unknownSender'), subject: words.of('notices')('undelivered.notKept') }
  const { from, subject } = redacted(kept, redact)
  const [sender] = from
  return {
    sender: oneLine(sender?.name || sender?.address || t('mail.unknownSender'), senderLetters),
    subject: oneLine(subject, subjectLetters) || t('mail.noSubject'),
  }
}
