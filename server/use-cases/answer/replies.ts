// Decides replies from the phone: written, confirmed, undone, retried.
import { mayDo, type PhoneAccess } from '../../../core/delivery/rights.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { Caution, ReplyRefusal } from '../../../core/message/reply/shapes.ts'
import type { ReplyState } from '../../../core/message/reply/state.ts'
import type { InboundCommand, ReplyAction } from '../../../core/phone/inbound.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { replyPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import type { DownloadedFile, FileToSend } from './downloads.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

/** A destination of the phone that wrote to us. */
export interface InboundPhone extends PhoneAccess {
  id: string
  user_id: string
}

/** The delivery that a phone quoted; `messageId` is null for a digest or announcement. */
export interface Quoted {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string | null
}

interface ReplyToWrite {
  messageId: string
  text: string
  files: FileToSend[]
  destinationId: string
  wamid: string
  /** Ask for confirmation, whoever the recipient is. */
  isAsked?: boolean
}

export type WrittenReply = { kind: 'kept'; replyId: string } | { kind: 'refused'; reason: ReplyRefusal }

export interface ReplyNow {
  replyId: string
  destinationId: string | null
  state: ReplyState
  to: string
  cautions: Caution[]
  /** Sent by the user's own email account, or by us. */
  through: 'account' | 'us'
  /** What went wrong and what to do, in the user's language. */
  reason: string | null
  files: number
  dueAt: Date | null
  /** Set when it answers an invitation; the title is neutralized for display. */
  invitation?: { answer: InvitationAnswer; title: string } | null
}

export interface ReplyDeps {
  /** Null when it was no delivery to this phone. */
  quoted(tx: Tx, sender: Pick<InboundMessage, 'waId' | 'waUserId'>, wamid: string): Promise<Quoted | null>
  write(tx: Tx, userId: string, draft: ReplyToWrite): Promise<WrittenReply>
  /** Null when there is none, or it was erased. */
  find(tx: Tx, userId: string, replyId: string): Promise<ReplyNow | null>
  /** An action that does not fit the state changes nothing. */
  change(tx: Tx, userId: string, replyId: string, action: ReplyAction): Promise<unknown>
}

/** Null when the message is not a reply. Commands, and codes that quote no email, are not replies. */
export async function writeReply(
  deps: ReplyDeps,
  tx: Tx,
  message: InboundMessage,
  {
    command,
    phones,
    now,
    fetched,
  }: { command: InboundCommand; phones: readonly InboundPhone[]; now: Date; fetched: DownloadedFile | undefined },
): Promise<PhoneResponse | null> {
  const isWords = (command.kind === 'other' || command.kind === 'code') && message.payload === null
  if (!isWords || message.about === null || phones.length === 0) return null
  const quoted = await deps.quoted(tx, message, message.about)
  const phone = quoted && phones.find(phone => phone.id === quoted.destinationId && phone.user_id === quoted.userId)
  if (!quoted || !phone) return command.kind === 'other' ? explainHowToReply(phones) : null
  const refusal = replyRefusal(phone, 'reply')
  if (refusal) return refusal
  if (quoted.messageId === null) return respond('reply_refused', 'answer.replyWhich')
  const { wamid, text, file } = message
  // The file is downloaded outside the transaction; then the message is decided again.
  if (file && !fetched) return { ...nothing, fetch: file }
  if (fetched === 'too_large') return notSent('too_large')
  if (fetched === 'unfetched') return respond('reply_refused', 'answer.replyFile')
  const draft = { messageId: quoted.messageId, text, files: fetched ? [fetched] : [], destinationId: phone.id, wamid }
  return sendDraft(deps, tx, quoted.userId, draft, now)
}

/** Writes a reply, and asks about it or says that it leaves. */
export async function sendDraft(
  deps: Pick<ReplyDeps, 'write' | 'find'>,
  tx: Tx,
  userId: string,
  draft: ReplyToWrite,
  now: Date,
): Promise<PhoneResponse> {
  const written = await deps.write(tx, userId, draft)
  if (written.kind === 'refused') return notSent(written.reason)
  const reply = await deps.find(tx, userId, written.replyId)
  const response = reply ? replyResponse(reply, now) : respond('gone', 'answer.gone')
  // A reply that is sent without a question is always confirmed, whatever the response limit.
  return { ...response, answer: reply?.state === 'asking' ? 'reply_asked' : 'reply_planned' }
}

export const notSent = (reason: ReplyRefusal): PhoneResponse => ({
  answer: 'reply_refused',
  text: { catalog: 'reply', key: `refused.${reason}`, values: {} },
})

/** Handles a tap on a reply's button; another phone's reply is answered like an erased one. */
export async function tapReply(
  deps: ReplyDeps,
  tx: Tx,
  { act: action, replyId }: Extract<InboundCommand, { kind: 'answer' }>,
  { phones, now }: { phones: readonly InboundPhone[]; now: Date },
): Promise<PhoneResponse> {
  for (const phone of phones) {
    const reply = await deps.find(tx, phone.user_id, replyId)
    if (reply?.destinationId !== phone.id) continue
    const refusal = replyRefusal(phone, action === 'send' || action === 'again' ? 'reply' : 'undo')
    if (refusal) return refusal
    await deps.change(tx, phone.user_id, replyId, action)
    const after = await deps.find(tx, phone.user_id, replyId)
    return after ? replyResponse(after, now) : erased
  }
  return phones.length > 0 ? erased : nothing
}

const erased = respond('gone', 'answer.gone')

/** Null when the phone may do it. */
export function replyRefusal(phone: InboundPhone, command: 'reply' | 'undo'): PhoneResponse | null {
  const permission = mayDo(phone, command)
  if (permission === 'yes') return null
  if (permission === 'stopped') return respond('refused', 'answer.replyStopped')
  return permission === 'not_linked' ? nothing : respond('refused', 'answer.refused', { lacks: permission.missing })
}

/** Somebody with the right to reply may think that this was a reply, so they are told how. */
const explainHowToReply = (phones: readonly InboundPhone[]): PhoneResponse | null =>
  phones.some(phone => mayDo(phone, 'reply') === 'yes') ? respond('reply_refused', 'answer.replyWhat') : null

/** Describes a reply's state, with buttons for what can be done about it. */
export function replyResponse(reply: ReplyNow, now: Date): PhoneResponse {
  const { replyId, state, to, cautions, through, reason, files, dueAt, invitation } = reply
  const button = (action: ReplyAction, title: 'button.undo' | 'button.send' | 'button.no' | 'button.again') => ({
    payload: replyPayload(action, replyId),
    title,
  })
  switch (state) {
    case 'asking':
      return {
        ...(invitation
          ? replyText('invitation.ask', { ...invitation, address: to, through })
          : respond('reply_told', 'answer.replyAsk', { address: to, through, files })),
        above: cautions.map(caution => ({ catalog: 'reply', key: `caution.${caution}`, values: { address: to } })),
        buttons: [button('send', 'button.send'), button('drop', 'button.no')],
      }
    case 'waiting': {
      const seconds = Math.max(1, Math.round(((dueAt ?? now).getTime() - now.getTime()) / 1000))
      return {
        ...(invitation
          ? replyText('invitation.waits', { ...invitation, address: to, seconds, through })
          : respond('reply_told', 'answer.replyWaits', { address: to, seconds, through, files })),
        buttons: [button('undo', 'button.undo')],
      }
    }
    case 'cancelled':
      return respond('reply_told', 'answer.replyUndone')
    case 'failed':
      return { answer: 'reply_told', text: reason, buttons: [button('again', 'button.again')] }
    case 'unconfirmed':
      return { answer: 'reply_told', text: reason }
    default:
      return invitation
        ? replyText('invitation.left', { ...invitation, address: to })
        : respond('reply_told', 'answer.replyLeft', { address: to })
  }
}

const replyText = (key: WordKey<'reply'>, values: Record<string, string | number>): PhoneResponse => ({
  answer: 'reply_told',
  text: { catalog: 'reply', key, values },
})
