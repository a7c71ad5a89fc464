// Emails a user about messages that their phone didn't get, or that nobody read.
import { combinePrivacy, stricter } from '../../../core/filters/privacy.ts'
import type { Words } from '../../../core/words/words.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { readUser } from '../../auth/store.ts'
import type { EscalationDeps } from '../../delivery/escalation/escalate.ts'
import type { ReplanDeps, UndeliveredEmail } from '../../delivery/replan/replan.ts'
import { getFilter } from '../../filters/store.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { emailWords } from '../../foundation/email-texts.ts'
import type { Log } from '../../foundation/log.ts'
import type { Mailer } from '../../foundation/mailer.ts'
import { readView } from '../../mail/messages/store.ts'
import { oneLine } from '../../whatsapp/markup.ts'
import { visibleView } from '../../whatsapp/redacted.ts'
import { type MissedMessage, unansweredEmail, undeliveredEmail } from './system-emails.ts'

export interface UndeliveredDeps {
  keys: UserKeys
  publicUrl: string
  mailer: Pick<Mailer, 'enqueue'>
  log: Log
}

const maxSummaries = 50
const maxSenderLength = 60
const maxSubjectLength = 200

/** One email for all undelivered messages of a phone that are found together. */
export function undeliveredWriter(deps: UndeliveredDeps): ReplanDeps['sendByEmail'] {
  return async (tx, userId, undelivered) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return false
    const words = await emailWords(tx, deps.log, await wordsForUser(tx, userId))
    for (const [phone, phoneMessages] of Map.groupBy(undelivered, message => message.phone)) {
      const summaries = await Promise.all(phoneMessages.slice(0, maxSummaries).map(message => summarize(deps, words, tx, userId, message)))
      const [first] = phoneMessages
      const page = `${deps.publicUrl}/forwarded-emails${first && phoneMessages.length === 1 ? `/${first.messageId}` : ''}`
      await deps.mailer.enqueue(tx, { ...undeliveredEmail(words, { phone, summaries, count: phoneMessages.length, page }), to })
    }
    return true
  }
}

/** An email about a message that nobody acknowledged on any phone. */
export function unansweredWriter(deps: UndeliveredDeps): EscalationDeps['sendByEmail'] {
  return async (tx, userId, message) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return
    const words = await emailWords(tx, deps.log, await wordsForUser(tx, userId))
    const summary = await summarize(deps, words, tx, userId, { ...message, phone: '' })
    const page = `${deps.publicUrl}/forwarded-emails/${message.messageId}`
    await deps.mailer.enqueue(tx, { ...unansweredEmail(words, summary, page), to })
  }
}

/** Redacts here what is redacted on the phone, by the filter's rules at the time of writing. */
async function summarize(
  { keys }: UndeliveredDeps,
  words: Words,
  tx: Tx,
  userId: string,
  { messageId, filterId, redact }: UndeliveredEmail,
): Promise<MissedMessage> {
  const t = words.of('phone')
  const view = await readView(tx, userId, keys, messageId)
  if (!view) return { sender: t('mail.unknownSender'), subject: words.of('notices')('undelivered.notKept') }
  const filter = filterId === null ? undefined : await getFilter(tx, userId, filterId)
  const privacy = { redact, show: 'headers' as const }
  const { from, subject } = visibleView(view, filter ? stricter(privacy, combinePrivacy(filter, [filter])) : privacy)
  const [sender] = from
  return {
    sender: oneLine(sender?.name || sender?.address || t('mail.unknownSender'), maxSenderLength),
    subject: oneLine(subject, maxSubjectLength) || t('mail.noSubject'),
  }
}
