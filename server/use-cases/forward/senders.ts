// Checks the senders of a batch against those the user knows, and remembers the new ones.
import { checkSender } from '../../../core/message/sender-check/check.ts'
import { openCircle } from '../../../core/message/sender-check/contacts.ts'
import { countSenders, nobody } from '../../../core/message/sender-check/known.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxSenders } from '../../mail/messages/senders-store.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { ForwardStores } from './stores.ts'

type SenderStores = Pick<ForwardStores, 'readSenders' | 'saveSenders'>

/** The messages with their badges, and whom the mailboxes knew before them. */
export async function checkSenders(stores: SenderStores, tx: Tx, userId: string, messages: NewMessage[]) {
  const before = await stores.readSenders(tx, userId)
  const circle = openCircle(
    before.map(({ known }) => known),
    before.map(({ address }) => address),
  )
  return {
    before,
    messages: messages.map(message => {
      const sender = checkSender(message.view, circle, message.isFirstTimeSender ?? null)
      return { ...message, view: { ...message.view, sender } }
    }),
  }
}

const dayMs = 86_400_000

/** Counts the mails that were new; most change nothing that is worth a write. */
export async function rememberSenders(
  stores: SenderStores,
  tx: Tx,
  userId: string,
  before: MailboxSenders[],
  fresh: NewMessage[],
  now: Date,
) {
  const day = Math.floor(now.getTime() / dayMs)
  // In one order, so that two hosts that meet at one person never wait for each other in a circle.
  const byMailbox = [...Map.groupBy(fresh, ({ arrived }) => arrived.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [mailboxId, theirs] of byMailbox) {
    const known = before.find(one => one.mailboxId === mailboxId)?.known ?? nobody
    const next = countSenders(
      known,
      theirs.flatMap(({ view: { from, sender } }) => (sender ? [{ from: from[0], sender }] : [])),
      day,
    )
    if (next !== known) await stores.saveSenders(tx, userId, mailboxId, next, now)
  }
}
