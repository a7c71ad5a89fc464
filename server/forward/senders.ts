// What is said of the senders of a batch, from whom their person knows; and who is known by it from now on.
import { checkSender } from '../../core/message/sender-check/check.ts'
import { openCircle } from '../../core/message/sender-check/circle.ts'
import { type KnownSenders, nobody, noteMails } from '../../core/message/sender-check/known.ts'
import type { Tx } from '../db/pool.ts'
import type { NewMessage } from '../mail/messages/store.ts'
import type { MailboxSenders } from '../mail/senders/store.ts'

export interface SenderStores {
  /** Whom each mailbox of the person knows. */
  readSenders(tx: Tx, userId: string): Promise<MailboxSenders[]>
  saveSenders(tx: Tx, userId: string, mailboxId: string, known: KnownSenders, now: Date): Promise<void>
}

/** The messages with their badges, and whom the mailboxes knew before them. */
export async function badge(stores: SenderStores, tx: Tx, userId: string, messages: NewMessage[]) {
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
export async function noteBadged(stores: SenderStores, tx: Tx, userId: string, before: MailboxSenders[], fresh: NewMessage[], now: Date) {
  const day = Math.floor(now.getTime() / dayMs)
  // In one order, so that two hosts that meet at one person never wait for each other in a circle.
  const byMailbox = [...Map.groupBy(fresh, ({ arrived }) => arrived.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [mailboxId, theirs] of byMailbox) {
    const known = before.find(one => one.mailboxId === mailboxId)?.known ?? nobody
    const next = noteMails(
      known,
      theirs.flatMap(({ view: { from, sender } }) => (sender ? [{ from: from[0], sender }] : [])),
      day,
    )
    if (next !== known) await stores.saveSenders(tx, userId, mailboxId, next, now)
  }
}
