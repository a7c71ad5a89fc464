// What becomes of mails that arrived together, once the filters were asked: those of an absence, and copies of others.
import { afterAbsence } from '../../core/mailbox/backlog.ts'
import { copyText, type FirstCopy, type Place, withoutPhones, withoutRepeats } from '../../core/mailbox/copies.ts'
import type { Ruling } from '../../core/mailbox/ruling.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Tx } from '../db/pool.ts'
import type { Choice } from '../mail/arrivals/store.ts'

export interface RulingStores {
  /** By text, the first copy that was forwarded, or the caller's own; others that meet one of these mails wait for the transaction. */
  lockCopies(tx: Tx, userId: string, mails: (Place & { messageId: string; text: string })[], now: Date): Promise<Map<string, FirstCopy>>
  /** By message, the phones that a mail of equal content went to from another folder of its mailbox, however long ago. */
  sentBefore(tx: Tx, userId: string, mails: (Place & { messageId: string; contentHash: Buffer })[]): Promise<Map<string, string[]>>
  saveCopies(tx: Tx, userId: string, firsts: Map<string, FirstCopy>): Promise<void>
  noteBacklog(tx: Tx, userId: string, mailboxId: string, came: number, matched: number, now: Date): Promise<void>
}

/** A mail and what was decided on it before. */
export interface Asked {
  messageId: string
  place: Place
  contentHash: Buffer
  view: MailView
  isBacklog: boolean
  choice: Choice
  decision: Ruling
}

/** In the order of `asked`. */
export async function ruleOn(stores: RulingStores, tx: Tx, userId: string, asked: Asked[], now: Date): Promise<Ruling[]> {
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

async function withoutMoved(stores: RulingStores, tx: Tx, userId: string, asked: Asked[], rulings: Ruling[]): Promise<Ruling[]> {
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
  stores: RulingStores,
  tx: Tx,
  userId: string,
  asked: Asked[],
  rulings: Ruling[],
  now: Date,
): Promise<Ruling[]> {
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
