// Decides replies from the phone: written, confirmed, undone, retried.
import { type Asking, mayDo } from '../../../core/delivery/rights.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { Caution, NoReply } from '../../../core/message/reply/shapes.ts'
import type { ReplyState } from '../../../core/message/reply/state.ts'
import type { InboundCommand, ReplyAction } from '../../../core/phone/inbound.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { replyPayload } from '../../whatsapp/button-payloads.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import type { DownloadedFile, FileToSend } from './downloads.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

/** A destination of the phone that speaks. */
export interface AskingPhone extends Asking {
  id: string
  user_id: string
}

/** The mail that a message of ours carried to a phone; `messageId` is null of one that stands for several. */
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
  /** It waits for a yes, whoever it goes to. */
  isAsked?: boolean
}

export type WrittenReply = { kind: 'kept'; replyId: string } | { kind: 'refused'; reason: NoReply }

export interface ReplyNow {
  replyId: string
  destinationId: string | null
  state: ReplyState
  to: string
  cautions: Caution[]
  /** It leaves by the person's own account, or through us. */
  through: 'account' | 'us'
  /** What went wrong and what to do, in the person's language. */
  reason: string | null
  files: number
  dueAt: Date | null
  /** It answers an invitation; the title is safe to show. */
  invitation?: { answer: InvitationAnswer; title: string } | null
}

export interface ReplyDeps {
  /** Null where it was no delivery to this phone. */
  quoted(tx: Tx, sender: Pick<InboundMessage, 'waId' | 'waUserId'>, wamid: string): Promise<Quoted | null>
  write(tx: Tx, userId: string, wish: ReplyToWrite): Promise<WrittenReply>
  /** Null where there is none, or nothing of it is kept. */
  find(tx: Tx, userId: string, replyId: string): Promise<ReplyNow | null>
  /** What does not fit the state changes nothing. */
  change(tx: Tx, userId: string, replyId: string, act: ReplyAction): Promise<unknown>
}

/** Null where the message is no answer to anything of ours. Commands, and codes where no mail is quoted, stay what they are. */
export async function writeReply(
  deps: ReplyDeps,
  tx: Tx,
  message: InboundMessage,
  { said, phones, now, fetched }: { said: InboundCommand; phones: readonly AskingPhone[]; now: Date; fetched: DownloadedFile | undefined },
): Promise<PhoneResponse | null> {
  const isWords = (said.kind === 'other' || said.kind === 'code') && message.payload === null
  if (!isWords || message.about === null || phones.length === 0) return null
  const quoted = await deps.quoted(tx, message, message.about)
  const phone = quoted && phones.find(one => one.id === quoted.destinationId && one.user_id === quoted.userId)
  if (!quoted || !phone) return said.kind === 'other' ? elsewhere(phones) : null
  const refused = refusalOf(phone, 'reply')
  if (refused) return refused
  if (quoted.messageId === null) return respond('reply_refused', 'answer.replyWhich')
  const { wamid, text, file } = message
  // It is fetched while nothing is locked, and then this is asked again.
  if (file && !fetched) return { ...nothing, fetch: file }
  if (fetched === 'too_large') return notSent('too_large')
  if (fetched === 'unfetched') return respond('reply_refused', 'answer.replyFile')
  const wish = { messageId: quoted.messageId, text, files: fetched ? [fetched] : [], destinationId: phone.id, wamid }
  const written = await deps.write(tx, quoted.userId, wish)
  if (written.kind === 'refused') return notSent(written.reason)
  const reply = await deps.find(tx, quoted.userId, written.replyId)
  const decided = reply ? replyResponse(reply, now) : respond('gone', 'answer.gone')
  // Whoever is not asked never sees it leave: this is said however much was said before.
  return { ...decided, answer: reply?.state === 'asking' ? 'reply_asked' : 'reply_planned' }
}

export const notSent = (reason: NoReply): PhoneResponse => ({
  answer: 'reply_refused',
  text: { catalog: 'reply', key: `refused.${reason}`, values: {} },
})

/** A tap on a button below what was said of an answer; another phone's is answered like one that is gone. */
export async function tapReply(
  deps: ReplyDeps,
  tx: Tx,
  { act, replyId }: Extract<InboundCommand, { kind: 'answer' }>,
  { phones, now }: { phones: readonly AskingPhone[]; now: Date },
): Promise<PhoneResponse> {
  for (const phone of phones) {
    const reply = await deps.find(tx, phone.user_id, replyId)
    if (reply?.destinationId !== phone.id) continue
    const refused = refusalOf(phone, act === 'send' || act === 'again' ? 'reply' : 'undo')
    if (refused) return refused
    await deps.change(tx, phone.user_id, replyId, act)
    const after = await deps.find(tx, phone.user_id, replyId)
    return after ? replyResponse(after, now) : gone
  }
  return phones.length > 0 ? gone : nothing
}

const gone = respond('gone', 'answer.gone')

function refusalOf(phone: AskingPhone, command: 'reply' | 'undo'): PhoneResponse | null {
  const may = mayDo(phone, command)
  if (may === 'yes') return null
  if (may === 'stopped') return respond('refused', 'answer.replyStopped')
  return may === 'not_linked' ? nothing : respond('refused', 'answer.refused', { lacks: may.lacks })
}

/** Who may answer thinks that they just did. */
const elsewhere = (phones: readonly AskingPhone[]): PhoneResponse | null =>
  phones.some(phone => mayDo(phone, 'reply') === 'yes') ? respond('reply_refused', 'answer.replyWhat') : null

/** How an answer stands, with what may be done about it. */
export function replyResponse(reply: ReplyNow, now: Date): PhoneResponse {
  const { replyId, state, to, cautions, through, reason, files, dueAt, invitation } = reply
  const button = (act: ReplyAction, title: 'button.undo' | 'button.send' | 'button.no' | 'button.again') => ({
    payload: replyPayload(act, replyId),
    title,
  })
  switch (state) {
    case 'asking':
      return {
        ...(invitation
          ? of('invitation.ask', { ...invitation, address: to, through })
          : respond('reply_told', 'answer.replyAsk', { address: to, through, files })),
        above: cautions.map(caution => ({ catalog: 'reply', key: `caution.${caution}`, values: { address: to } })),
        buttons: [button('send', 'button.send'), button('drop', 'button.no')],
      }
    case 'waiting': {
      const seconds = Math.max(1, Math.round(((dueAt ?? now).getTime() - now.getTime()) / 1000))
      return {
        ...(invitation
          ? of('invitation.waits', { ...invitation, address: to, seconds, through })
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
      return invitation ? of('invitation.left', { ...invitation, address: to }) : respond('reply_told', 'answer.replyLeft', { address: to })
  }
}

const of = (key: WordKey<'reply'>, values: Record<string, string | number>): PhoneResponse => ({
  answer: 'reply_told',
  text: { catalog: 'reply', key, values },
})
