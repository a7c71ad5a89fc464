// Makes the final decision on each message after the filters: mail of an absence, and copies of other messages.
import { afterAbsence } from '../../../core/mailbox/backlog.ts'
import { copyText, type MessageLocation, withoutPhones, withoutRepeats } from '../../../core/mailbox/copies.ts'
import type { FinalDecision } from '../../../core/mailbox/final-decision.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxPreferences } from '../../mail/messages/arrivals-store.ts'
import type { ForwardStores } from './stores.ts'

/** A mail and what was decided on it before. */
export interface MessageToDecide {
  messageId: string
  place: MessageLocation
  contentHash: Buffer
  view: MailView
  isBacklog: boolean
  choice: MailboxPreferences
  decision: FinalDecision
}

/** In the order of `asked`. */
export async function finalDecisions(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  asked: MessageToDecide[],
  now: Date,
): Promise<FinalDecision[]> {
  const rulings = asked.map(({ isBacklog, choice, decision }) => (isBacklog ? afterAbsence(decision, choice.backlog) : decision))
  const stayed = await withoutMoved(stores, tx, userId, asked, rulings)
  const ruled = await eachPhoneOnce(stores, tx, userId, asked, stayed, now)
  const backlog = asked.filter(({ isBacklog }) => isBacklog)
  for (const [mailboxId, theirs] of [...Map.groupBy(backlog, one => one.place.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const matched = theirs.filter(({ decision }) => decision.forwards.length > 0).length
    await stores.noteBacklog(tx, userId, mailboxId, theirs.length, matched, now)
  }
  return ruled
}

async function withoutMoved(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  asked: MessageToDecide[],
  rulings: FinalDecision[],
): Promise<FinalDecision[]> {
  const going = asked.filter(({ choice }, i) => !choice.forwardsCopies && rulings[i]?.forwards.length)
  if (going.length === 0) return rulings
  const before = await stores.sentBefore(
    tx,
    userId,
    going.map(({ place, messageId, contentHash }) => ({ ...place, messageId, contentHash })),
  )
  return rulings.map((ruling, i) => withoutPhones(ruling, before.get(asked[i]?.messageId ?? '') ?? []))
}

async function eachPhoneOnce(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  asked: MessageToDecide[],
  rulings: FinalDecision[],
  now: Date,
): Promise<FinalDecision[]> {
  const texts = asked.map(({ view }, i) => (rulings[i]?.forwards.length ? copyText(view) : null))
  const going = asked.flatMap(({ place, messageId }, i) => (texts[i] ? [{ ...place, messageId, text: texts[i] }] : []))
  if (going.length === 0) return rulings
  const firsts = await stores.lockCopies(tx, userId, going, now)
  const ruled = rulings.map((ruling, i) => {
    const text = texts[i]
    const first = text ? firsts.get(text) : undefined
    const mine = asked[i]
    if (!text || !first || !mine) return ruling
    const without = withoutRepeats(ruling, { ...mine.place, messageId: mine.messageId }, first, now)
    firsts.set(text, without.next)
    return mine.choice.forwardsCopies ? ruling : without.ruling
  })
  await stores.saveCopies(tx, userId, firsts)
  return ruled
}
