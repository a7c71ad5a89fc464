// Handles text that quotes nothing: says that nobody got it, and offers to send it as a reply to one of the last emails.
import { mayDo } from '../../../core/delivery/rights.ts'
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { pickPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { findPhone } from './command-result.ts'
import { type AnswerDeps, hourBefore } from './deps.ts'
import { type InboundPhone, replyRefusal, sendDraft } from './replies.ts'
import { type PhoneResponse, respond } from './response.ts'

const mostOffered = 3

/** `message` comes from a linked phone. */
export async function explainUnsent(
  deps: Pick<AnswerDeps, 'recentEmails'>,
  tx: Tx,
  message: InboundMessage,
  phones: readonly InboundPhone[],
): Promise<PhoneResponse> {
  const mayReply = phones.some(phone => mayDo(phone, 'reply') === 'yes')
  if (!mayReply)
    return respond('not_sent', phones.every(({ state }) => state === 'stopped') ? 'answer.replyStopped' : 'answer.unquotedRead')
  // A file is not kept, and without words there is nothing to send.
  const canSend = message.file === undefined && message.text.trim() !== ''
  const emails = canSend ? await deps.recentEmails(tx, message, mostOffered) : []
  if (emails.length === 0) return respond('not_sent', 'answer.unquoted')
  return {
    ...respond('not_sent', 'answer.unquotedPick'),
    rows: emails.map(({ deliveryId, from, subject }) => ({
      payload: pickPayload(deliveryId, message.wamid),
      title: { text: from },
      description: { text: subject },
    })),
    keepsText: true,
  }
}

/** Sends the text of an earlier message as a reply to the email that was picked. Another phone's email is answered like an erased one. */
export async function sendPicked(
  deps: AnswerDeps,
  tx: Tx,
  { deliveryId, wamid }: Extract<InboundCommand, { kind: 'pick' }>,
  { message, phones, now }: { message: InboundMessage; phones: readonly InboundPhone[]; now: Date },
): Promise<PhoneResponse> {
  const email = await deps.commands.findMessage(tx, message, deliveryId)
  const phone = email && findPhone(phones, email)
  if (!email || !phone) return respond('gone', 'answer.gone')
  const refusal = replyRefusal(phone, 'reply')
  if (refusal) return refusal
  const text = await deps.takeUnsent(tx, message, wamid, hourBefore(now))
  if (text === null) return respond('reply_refused', 'answer.unquotedLate')
  const draft = { messageId: email.messageId, text, files: [], destinationId: phone.id, wamid: message.wamid }
  return sendDraft(deps.replies, tx, email.userId, draft, now)
}
