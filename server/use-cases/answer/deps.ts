// What the answer use case is given: phones, deliveries, replies and commands.
import type { Tx } from '../../foundation/db/pool.ts'
import type { ResponseKind } from '../../whatsapp/inbound-owners.ts'
import type { InboundFile, InboundMessage } from '../../whatsapp/webhook.ts'
import type { CommandDeps } from './commands.ts'
import type { DownloadedFile } from './downloads.ts'
import type { PastMatches } from './filter-question.ts'
import type { AskingPhone, ReplyDeps } from './replies.ts'
import type { PastLook } from './response.ts'
import type { ResponseDeps } from './responses.ts'

/** Digits of the number, the business-scoped id, or both. */
export type Sender = Pick<InboundMessage, 'waId' | 'waUserId'>

/** How a phone consented: what it sent, when, and what it called itself. */
export type Consent = Pick<InboundMessage, 'waId' | 'waUserId' | 'wamid' | 'at' | 'profileName'> & { wording: string }

/** A destination that a phone receives for. */
export interface Linked {
  userId: string
  destinationId: string
  name: string
}

export interface AnswerDeps extends ResponseDeps {
  claimInbound(tx: Tx, passOver: string[]): Promise<InboundMessage | null>
  closeInbound(tx: Tx, wamid: string, answer: ResponseKind, now: Date): Promise<void>
  countResponses(tx: Tx, sender: string, answers: ResponseKind[], since: Date): Promise<number>
  /** Also opens the window: the message with the code is the phone's first. */
  linkByCode(tx: Tx, code: string, consent: Consent): Promise<Linked | 'wrong' | 'expired'>
  /** The destinations of a phone, with their states; none when it was never linked. */
  findByPhone(tx: Tx, sender: Sender): Promise<(AskingPhone & { paused_until: Date | null })[]>
  stop(tx: Tx, sender: Sender): Promise<unknown>
  /** Ends what STOP and PAUSE began. */
  start(tx: Tx, sender: Sender, at: Date): Promise<unknown>
  pause(tx: Tx, sender: Sender, until: Date, at: Date): Promise<unknown>
  /** Whose delivery it is, if it went to this phone; null for any other. */
  ownerOfDelivery(tx: Tx, sender: Sender, deliveryId: string): Promise<string | null>
  /** Sends once more and whole what a delivery named or carried; nothing while that is under way. `gone`: it is not kept any more. */
  showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** Notes that its person has this mail; nobody else is asked then. */
  acknowledge(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'noted' | 'gone'>
  /** The mails of a digest, in its order; none of what is no digest, or is not kept any more. */
  mailsOf(tx: Tx, userId: string, digestId: string): Promise<string[]>
  /** What its owner reads; of a phone that nobody has linked, what its country speaks. */
  languageOf(tx: Tx, sender: Sender): Promise<string>
  replies: ReplyDeps
  commands: CommandDeps
  /** A file that a person sent, of 18 MB at most. */
  fetchFile(file: InboundFile): Promise<DownloadedFile>
  /** Null where it cannot be told now. */
  lookBack(look: PastLook): Promise<PastMatches | null>
}

export type Phones = Awaited<ReturnType<AnswerDeps['findByPhone']>>

export const minute = 60_000
export const hourBefore = (now: Date): Date => new Date(now.getTime() - 60 * minute)
