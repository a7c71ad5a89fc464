// Builds the payloads of our buttons, which WhatsApp returns when a user taps one.
import type { ProposalChoice, ReplyAction } from '../../core/phone/inbound.ts'
import type { MailCommand } from '../../core/phone/words.ts'

/** Shows the email or emails of a delivery; tapped on an announcement, it also opens the service window. */
export const showPayload = (deliveryId: string): string => `show:${deliveryId}`

/** Acknowledges an email, so that nobody else is called about it. */
export const acknowledgePayload = (deliveryId: string): string => `ack:${deliveryId}`

/** Shows the emails of a digest after its first `from`. */
export const morePayload = (digestId: string, from: number): string => `more:${digestId}:${from}`

/** Confirms, cancels, takes back or retries a reply. */
export const replyPayload = (action: ReplyAction, replyId: string): string => `${action}:${replyId}`

/** Runs a command on the email of a delivery; `replyId`: instead of the reply that the same word would have been. */
export const commandPayload = (command: MailCommand, deliveryId: string, replyId?: string): string =>
  `do:${command}:${deliveryId}${replyId === undefined ? '' : `:${replyId}`}`

/** Sends the text of an earlier message of the phone as a reply to the email of a delivery. */
export const pickPayload = (deliveryId: string, wamid: string): string => `pick:${deliveryId}:${wamid}`

/** Accepts or declines a proposed filter; declining an accepted one takes it back. */
export const proposalPayload = (action: ProposalChoice, proposalId: string): string => `${action}:${proposalId}`

/** Pauses this phone for a day. */
export const pausePayload = 'pause:24'
