// Checks the senders of a batch against the senders the user knows, and remembers the new ones.
import { assessSender } from '../../../core/message/sender-check/check.ts'
import { buildContacts } from '../../../core/message/sender-check/contacts.ts'
import { countSenders, noKnownSenders } from '../../../core/message/sender-check/known-senders.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxSenders } from '../../mail/messages/senders-store.ts'
import type { PreparedMessage } from './prepare.ts'
import type { ForwardStores } from './stores.ts'

/** Returns the messages with their sender checks. */
export function checkSenders(knownSenders: MailboxSenders[], messages: PreparedMessage[]): PreparedMessage[] {
  const contacts = buildContacts(
    knownSenders.map(({ known }) => known),
    knownSenders.map(({ address }) => address),
  )
  return messages.map(message => {
    const sender = assessSender(message.view, contacts, message.isFirstTimeSender ?? null)
    return { ...message, view: { ...message.view, sender } }
  })
}

const dayMs = 86_400_000

/** Counts the new messages by sender; most change nothing worth writing. */
export async function rememberSenders(
  stores: Pick<ForwardStores, 'saveSenders'>,
  tx: Tx,
  userId: string,
  knownSenders: MailboxSenders[],
  added: PreparedMessage[],
  now: Date,
) {
  const day = Math.floor(now.getTime() / dayMs)
  // Sorted, so that two hosts working for the same user cannot deadlock.
  const byMailbox = [...Map.groupBy(added, ({ arrived }) => arrived.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [mailboxId, mailboxMessages] of byMailbox) {
    const known = knownSenders.find(mailbox => mailbox.mailboxId === mailboxId)?.known ?? noKnownSenders
    const next = countSenders(
      known,
      mailboxMessages.flatMap(({ view: { from, sender } }) => (sender ? [{ from: from[0], sender }] : [])),
      day,
    )
    if (next !== known) await stores.saveSenders(tx, userId, mailboxId, next, now)
  }
}
