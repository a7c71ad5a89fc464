// Makes the final decision on each message after the filters: applies the backlog preference and drops copies.
import { afterAbsence } from '../../../core/mailbox/backlog.ts'
import { copyText, type FirstCopy, type MessageLocation, withoutPhones, withoutRepeats } from '../../../core/mailbox/copies.ts'
import type { FinalDecision } from '../../../core/mailbox/final-decision.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { MailboxPreferences } from '../../mail/messages/mailbox-context.ts'
import type { ForwardStores } from './stores.ts'

/** A message with the decision of its filters. */
export interface MessageToDecide {
  messageId: string
  location: MessageLocation
  contentHash: Buffer
  view: MailView
  isBacklog: boolean
  preferences: MailboxPreferences
  decision: FinalDecision
}

/** Returns the decisions in the order of `messages`. */
export async function decideFinally(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: MessageToDecide[],
  now: Date,
): Promise<FinalDecision[]> {
  const decisions = decideAfterAbsence(messages)
  const withoutEarlier = await dropSentBefore(stores, tx, userId, messages, decisions)
  return sendOncePerPhone(stores, tx, userId, messages, withoutEarlier, now)
}

export const decideAfterAbsence = (messages: MessageToDecide[]): FinalDecision[] =>
  messages.map(({ isBacklog, preferences, decision }) => (isBacklog ? afterAbsence(decision, preferences.backlog) : decision))

/** Takes the lock on each mailbox: called last, so that nothing waits for it, least of all the renewal of its lease. */
export async function countBacklogs(stores: ForwardStores, tx: Tx, userId: string, messages: MessageToDecide[], now: Date): Promise<void> {
  const byMailbox = Map.groupBy(
    messages.filter(({ isBacklog }) => isBacklog),
    ({ location }) => location.mailboxId,
  )
  for (const [mailboxId, backlog] of [...byMailbox].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const matched = backlog.filter(({ decision }) => decision.forwards.length > 0).length
    await stores.countBacklog(tx, userId, mailboxId, backlog.length, matched, now)
  }
}

async function dropSentBefore(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: MessageToDecide[],
  decisions: FinalDecision[],
): Promise<FinalDecision[]> {
  const forwarded = messages.filter(({ preferences }, i) => !preferences.forwardsCopies && decisions[i]?.forwards.length)
  if (forwarded.length === 0) return decisions
  const sentBefore = await stores.readSentBefore(
    tx,
    userId,
    forwarded.map(({ location, messageId, contentHash }) => ({ ...location, messageId, contentHash })),
  )
  return decisions.map((decision, i) => withoutPhones(decision, sentBefore.get(messages[i]?.messageId ?? '') ?? []))
}

async function sendOncePerPhone(
  stores: ForwardStores,
  tx: Tx,
  userId: string,
  messages: MessageToDecide[],
  decisions: FinalDecision[],
  now: Date,
): Promise<FinalDecision[]> {
  const texts = messages.map(({ view }, i) => (decisions[i]?.forwards.length ? copyText(view) : null))
  const forwarded = messages.flatMap(({ location, messageId }, i) =>
    texts[i] ? [{ ...location, messageId, text: texts[i], sentTo: phonesOf(decisions[i]) }] : [],
  )
  if (forwarded.length === 0) return decisions
  const known = await stores.lockCopies(tx, userId, forwarded, now)
  const firstCopies = new Map(known)
  const final = decisions.map((decision, i) => {
    const text = texts[i]
    const firstCopy = text ? firstCopies.get(text) : undefined
    const message = messages[i]
    if (!text || !firstCopy || !message) return decision
    const deduplicated = withoutRepeats(decision, { ...message.location, messageId: message.messageId }, firstCopy, now)
    firstCopies.set(text, deduplicated.next)
    return message.preferences.forwardsCopies ? decision : deduplicated.decision
  })
  await stores.saveCopies(tx, userId, new Map([...firstCopies].filter(([text, copy]) => !isSameCopy(copy, known.get(text)))))
  return final
}

const phonesOf = (decision: FinalDecision | undefined): string[] => decision?.forwards.map(({ destinationId }) => destinationId) ?? []

const isSameCopy = (a: FirstCopy, b: FirstCopy | undefined): boolean =>
  a.messageId === b?.messageId && a.at.getTime() === b.at.getTime() && a.sentTo.join() === b.sentTo.join()
