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
  location: MessageLocation
  contentHash: Buffer
  view: MailView
  isBacklog: boolean
  preferences: MailboxPreferences
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
  const rulings = asked.map(({ isBacklog, preferences, decision }) => (isBacklog ? afterAbsence(decision, preferences.backlog) : decision))
  const stayed = await withoutMoved(stores, tx, userId, asked, rulings)
  const ruled = await eachPhoneOnce(stores, tx, userId, asked, stayed, now)
  const backlog = asked.filter(({ isBacklog }) => isBacklog)
  for (const [mailboxId, theirs] of [...Map.groupBy(backlog, one => one.location.mailboxId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
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
  const going = asked.filter(({ preferences }, i) => !preferences.forwardsCopies && rulings[i]?.forwards.length)
  if (going.length === 0) return rulings
  const before = await stores.sentBefore(
    tx,
    userId,
    going.map(({ location, messageId, contentHash }) => ({ ...location, messageId, contentHash })),
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
  const going = asked.flatMap(({ location, messageId }, i) => (texts[i] ? [{ ...location, messageId, text: texts[i] }] : []))
  if (going.length === 0) return rulings
  const firsts = await stores.lockCopies(tx, userId, going, now)
  const ruled = rulings.map((ruling, i) => {
    const text = texts[i]
    const first = text ? firsts.get(text) : undefined
    const mine = asked[i]
    if (!text || !first || !mine) return ruling
    const without = withoutRepeats(ruling, { ...mine.location, messageId: mine.messageId }, first, now)
    firsts.set(text, without.next)
    return mine.preferences.forwardsCopies ? ruling : without.decision
  })
  await stores.saveCopies(tx, userId, firsts)
  return ruled
}
