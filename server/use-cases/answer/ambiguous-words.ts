// Handles a word that may be a command or a reply to the quoted email: runs it, emails it, or asks which.
import { mayDo } from '../../../core/delivery/rights.ts'
import { rightFor } from '../../../core/phone/command.ts'
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { commandPayload, replyPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { findPhone, refuseUnlessAllowed } from './command-result.ts'
import { type CommandDeps, type CommandRequest, runCommand } from './commands.ts'
import type { InboundPhone, ReplyDeps } from './replies.ts'
import { type PhoneResponse, type ResponseButton, respond } from './response.ts'

/**
 * Returns null when the word is ordinary text.
 *
 * A word is a command only if it is the entire text, has no file, and quotes one email that this phone was sent. A sure word runs at
 * once and is confirmed, so that somebody who meant it for the sender sees that it was not emailed. A doubtful word is saved as a reply
 * that waits for a yes; the user taps to email it, to run it, or neither. From a phone that may not reply, or about an email that
 * cannot be answered, every word can only be meant for us.
 */
export async function handleWord(
  deps: CommandDeps & { replies: ReplyDeps },
  tx: Tx,
  { command, isSure }: Extract<InboundCommand, { kind: 'word' }>,
  { message, phones, now, pastMatches }: CommandRequest,
): Promise<PhoneResponse | null> {
  if (phones.length === 0 || message.file) return null
  const right = rightFor[command]
  const quoted = message.about === null ? null : await deps.replies.quoted(tx, message, message.about)
  const email = quoted && (await deps.findMessage(tx, message, quoted.deliveryId))
  const phone = email && findPhone(phones, email)
  if (!email || !phone || quoted.messageId === null) {
    if (!isSure && quoted?.messageId !== null) return null
    return refuseUnlessAllowed(phones, right) ?? respond('command_refused', command === 'menu' ? 'answer.help' : 'answer.commandWhich')
  }
  const target = { email: email, phone, message, now, pastMatches: pastMatches }
  const refusal = refuseUnlessAllowed([phone], right)
  if (isSure || mayDo(phone, 'reply') !== 'yes') return refusal ?? runCommand(deps, tx, command, target)
  const commandButton = { payload: '', title: command === 'menu' ? ('menu.button' as const) : (`do.${command}` as const) }
  const question = await askWhichOne(deps.replies, tx, target, replyId => [
    { ...commandButton, payload: commandPayload(command, email.deliveryId, replyId) },
  ])
  return question ?? runCommand(deps, tx, command, target)
}

/** Handles START when nothing is stopped: with an email quoted, it may be a reply. Null when no reply can be written. */
export async function handleIdleWord(
  deps: CommandDeps & { replies: ReplyDeps },
  tx: Tx,
  { message, phones, now }: Omit<CommandRequest, 'pastMatches'>,
): Promise<PhoneResponse | null> {
  const quoted = message.about === null ? null : await deps.replies.quoted(tx, message, message.about)
  const email = quoted && (await deps.findMessage(tx, message, quoted.deliveryId))
  const phone = email && findPhone(phones, email)
  if (!email || !phone || quoted.messageId === null || mayDo(phone, 'reply') !== 'yes') return null
  return askWhichOne(deps.replies, tx, { email: email, phone, message, now }, () => [])
}

/** Null when the email cannot be answered. */
async function askWhichOne(
  replies: ReplyDeps,
  tx: Tx,
  { email, phone, message }: { email: { userId: string; messageId: string }; phone: InboundPhone; message: InboundMessage; now: Date },
  commandButton: (replyId: string) => ResponseButton[],
): Promise<PhoneResponse | null> {
  const { text, wamid } = message
  const draft = { messageId: email.messageId, text, files: [], destinationId: phone.id, wamid, isAsked: true }
  const written = await replies.write(tx, email.userId, draft)
  const reply = written.kind === 'kept' ? await replies.find(tx, email.userId, written.replyId) : null
  if (!reply) return null
  return {
    ...respond('reply_asked', 'answer.wordAsk', { address: reply.to }),
    // The question itself already covers these two cautions.
    above: reply.cautions
      .filter(caution => caution !== 'word' && caution !== 'new_address')
      .map(caution => ({ catalog: 'reply', key: `caution.${caution}`, values: { address: reply.to } })),
    buttons: [
      { payload: replyPayload('send', reply.replyId), title: 'button.mail' },
      ...commandButton(reply.replyId),
      { payload: replyPayload('drop', reply.replyId), title: 'button.no' },
    ],
  }
}
