// Dependencies of the answer use case: phones, deliveries, replies and commands.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { ClaimedInbound, ResponseKind } from '../../whatsapp/inbound-owners.ts'
import type { InboundFile, InboundMessage } from '../../whatsapp/webhook.ts'
import type { CommandDeps } from './commands.ts'
import type { DownloadedFile } from './downloads.ts'
import type { PastMatches } from './filter-question.ts'
import type { InboundPhone, ReplyDeps } from './replies.ts'
import type { PastMatchesRequest } from './response.ts'
import type { ResponseDeps } from './responses.ts'

/** A phone number's digits, a business-scoped user id, or both. */
export type Sender = Pick<InboundMessage, 'waId' | 'waUserId'>

/** Proof of consent: what the phone sent, when, and its profile name. */
export type Consent = Pick<InboundMessage, 'waId' | 'waUserId' | 'wamid' | 'at' | 'profileName'> & { wording: string }

/** A destination that a phone was linked to. */
export interface LinkedDestination {
  userId: string
  destinationId: string
  name: string
}

export interface AnswerDeps extends ResponseDeps {
  claimInbound(tx: Tx, skipped: string[], now: Date): Promise<ClaimedInbound | null>
  /** STOP and START close what failed before them. */
  closeOvertaken(tx: Tx, message: ClaimedInbound, isStop: boolean, now: Date): Promise<number>
  postponeInbound(db: Db, wamid: string, retryAt: Date): Promise<void>
  closeInbound(tx: Tx, wamid: string, answer: ResponseKind, now: Date, unsent?: string): Promise<void>
  /** The text of this sender's message that was sent to nobody, once; null if it is gone. */
  takeUnsent(tx: Tx, sender: Sender, wamid: string, since: Date): Promise<string | null>
  /** The newest emails that this phone was sent, with what it may see of them. */
  recentEmails(tx: Tx, sender: Sender, limit: number): Promise<RecentEmail[]>
  countResponses(tx: Tx, sender: string, answers: ResponseKind[], since: Date): Promise<number>
  /** Also opens the service window: the message with the code is the phone's first. */
  linkByCode(tx: Tx, code: string, consent: Consent): Promise<LinkedDestination | 'wrong' | 'expired'>
  /** The destinations of a phone with their states; empty when it was never linked. */
  findByPhone(tx: Tx, sender: Sender): Promise<(InboundPhone & { paused_until: Date | null })[]>
  stop(tx: Tx, sender: Sender): Promise<unknown>
  /** Ends what STOP and PAUSE began. */
  start(tx: Tx, sender: Sender, at: Date): Promise<unknown>
  pause(tx: Tx, sender: Sender, until: Date, at: Date): Promise<unknown>
  /** The user whose delivery went to this phone; null for any other delivery. */
  ownerOfDelivery(tx: Tx, sender: Sender, deliveryId: string): Promise<string | null>
  /** Sends the full content of a delivery again, unless that is already under way. `gone`: the content was erased. */
  showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** Records that somebody took care of this email, which stops its escalation. */
  acknowledge(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'noted' | 'gone'>
  /** The deliveries of a digest, in order; empty when it is no digest, or its content was erased. */
  digestDeliveries(tx: Tx, userId: string, digestId: string): Promise<string[]>
  /** The owner's language; for a phone that is not linked, its country's language. */
  languageOf(tx: Tx, sender: Sender): Promise<string>
  replies: ReplyDeps
  commands: CommandDeps
  /** Downloads a file that somebody sent, up to 18 MB. */
  fetchFile(file: InboundFile): Promise<DownloadedFile>
  /** Null when the search cannot run now. */
  findPastMatches(request: PastMatchesRequest): Promise<PastMatches | null>
}

/** Both may be empty. */
export interface RecentEmail {
  deliveryId: string
  from: string
  subject: string
}

export type Phones = Awaited<ReturnType<AnswerDeps['findByPhone']>>

export const minute = 60_000
export const hourBefore = (now: Date): Date => new Date(now.getTime() - 60 * minute)
