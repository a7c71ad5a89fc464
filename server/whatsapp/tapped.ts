// What our buttons bring back when they are tapped; core/phone/said.ts reads it.
import type { AnswerAct, ProposalAct } from '../../core/phone/said.ts'
import type { MailCommand } from '../../core/phone/words.ts'

/** The mail or mails of a delivery; an announcement's opens the window, so that what it names comes. */
export const showPayload = (deliveryId: string): string => `show:${deliveryId}`

/** Its person has this mail, and nobody else need be asked. */
export const acknowledgePayload = (deliveryId: string): string => `ack:${deliveryId}`

/** The mails of a digest that come after its first `from`. */
export const morePayload = (digestId: string, from: number): string => `more:${digestId}:${from}`

/** About an answer to a mail: yes or no to it, take it back, try it anew. */
export const answerPayload = (act: AnswerAct, replyId: string): string => `${act}:${replyId}`

/** To be done about the mail of a delivery; `replyId`: in place of the answer that the same word would have been. */
export const commandPayload = (command: MailCommand, deliveryId: string, replyId?: string): string =>
  `do:${command}:${deliveryId}${replyId === undefined ? '' : `:${replyId}`}`

/** Yes or no to a filter that was asked for; no after a yes takes it back. */
export const proposalPayload = (act: ProposalAct, proposalId: string): string => `${act}:${proposalId}`

/** This phone rests for a day. */
export const pausePayload = 'pause:24'
