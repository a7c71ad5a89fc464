// Handles a word that may be a command or a reply to the quoted email: runs it, mails it, or asks.
import { mayDo } from '../../../core/delivery/rights.ts'
import { rightOf } from '../../../core/phone/command.ts'
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { commandPayload, replyPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { phoneOf, refusalOf } from './command-result.ts'
import { type CommandDeps, type CommandRequest, obey } from './commands.ts'
import type { AskingPhone, ReplyDeps } from './replies.ts'
import { type PhoneResponse, type ResponseButton, respond } from './response.ts'

/**
 * What is done about a word. Null: it is words like any others.
 *
 * It is a command only where it is the whole text, brings no file, and quotes one mail that this phone was sent. A sure word is done at
 * once, and what was done is said, so that whoever meant it for the sender sees that it did not go. A doubtful one is kept as an answer
 * that waits for a yes, and its person chooses with a tap: to mail it, to have it done, or neither. From a phone that may mail nothing,
 * or about a mail that nobody can answer, every word can only be meant for us.
 */
export async function aboutWord(
  deps: CommandDeps & { replies: ReplyDeps },
  tx: Tx,
  { command, isSure }: Extract<InboundCommand, { kind: 'word' }>,
  { message, phones, now, looked }: CommandRequest,
): Promise<PhoneResponse | null> {
  if (phones.length === 0 || message.file) return null
  const right = rightOf[command]
  const quoted = message.about === null ? null : await deps.replies.quoted(tx, message, message.about)
  const mail = quoted && (await deps.mailOf(tx, message, quoted.deliveryId))
  const phone = mail && phoneOf(phones, mail)
  if (!mail || !phone || quoted.messageId === null) {
    if (!isSure && quoted?.messageId !== null) return null
    return refusalOf(phones, right) ?? respond('command_refused', command === 'menu' ? 'answer.help' : 'answer.commandWhich')
  }
  const about = { mail, phone, message, now, looked }
  const refused = refusalOf([phone], right)
  if (isSure || mayDo(phone, 'reply') !== 'yes') return refused ?? obey(deps, tx, command, about)
  const doing = { payload: '', title: command === 'menu' ? ('menu.button' as const) : (`do.${command}` as const) }
  const asked = await askWhich(deps.replies, tx, about, replyId => [
    { ...doing, payload: commandPayload(command, mail.deliveryId, replyId) },
  ])
  return asked ?? obey(deps, tx, command, about)
}

/** START and the like where nothing is to be started: who quotes a mail may be answering it. Null where no answer can be written. */
export async function aboutIdleWord(
  deps: CommandDeps & { replies: ReplyDeps },
  tx: Tx,
  { message, phones, now }: Omit<CommandRequest, 'looked'>,
): Promise<PhoneResponse | null> {
  const quoted = message.about === null ? null : await deps.replies.quoted(tx, message, message.about)
  const mail = quoted && (await deps.mailOf(tx, message, quoted.deliveryId))
  const phone = mail && phoneOf(phones, mail)
  if (!mail || !phone || quoted.messageId === null || mayDo(phone, 'reply') !== 'yes') return null
  return askWhich(deps.replies, tx, { mail, phone, message, now }, () => [])
}

/** Null where the mail cannot be answered. */
async function askWhich(
  replies: ReplyDeps,
  tx: Tx,
  { mail, phone, message }: { mail: { userId: string; messageId: string }; phone: AskingPhone; message: InboundMessage; now: Date },
  doing: (replyId: string) => ResponseButton[],
): Promise<PhoneResponse | null> {
  const { text, wamid } = message
  const wish = { messageId: mail.messageId, text, files: [], destinationId: phone.id, wamid, isAsked: true }
  const written = await replies.write(tx, mail.userId, wish)
  const reply = written.kind === 'kept' ? await replies.find(tx, mail.userId, written.replyId) : null
  if (!reply) return null
  return {
    ...respond('reply_asked', 'answer.wordAsk', { address: reply.to }),
    // That it is asked about already is no news, and neither is that the address is named for the first time.
    above: reply.cautions
      .filter(caution => caution !== 'word' && caution !== 'new_address')
      .map(caution => ({ catalog: 'reply', key: `caution.${caution}`, values: { address: reply.to } })),
    buttons: [
      { payload: replyPayload('send', reply.replyId), title: 'button.mail' },
      ...doing(reply.replyId),
      { payload: replyPayload('drop', reply.replyId), title: 'button.no' },
    ],
  }
}
