// An answer to a mail, from the phone: written as the reply to it, asked about, taken back, tried again.
import { type Asking, mayDo } from '../../core/delivery/rights.ts'
import type { Answer as InvitationAnswer } from '../../core/message/calendar/answers.ts'
import type { Caution, NoReply } from '../../core/message/reply/shapes.ts'
import type { ReplyState } from '../../core/message/reply/state.ts'
import type { AnswerAct, Said } from '../../core/phone/said.ts'
import type { Key } from '../../core/words/rooms.ts'
import type { Tx } from '../db/pool.ts'
import { answerPayload } from '../whatsapp/tapped.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import { type Decided, nothing, told } from './decided.ts'
import type { Fetched, FileToSend } from './fetches.ts'

/** A destination of the phone that speaks. */
export interface Speaking extends Asking {
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

export type Written = { kind: 'kept'; replyId: string } | { kind: 'refused'; reason: NoReply }

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

export interface ReplyParts {
  /** Null where it was no delivery to this phone. */
  quoted(tx: Tx, sender: Pick<InboundMessage, 'waId' | 'waUserId'>, wamid: string): Promise<Quoted | null>
  write(tx: Tx, userId: string, wish: ReplyToWrite): Promise<Written>
  /** Null where there is none, or nothing of it is kept. */
  find(tx: Tx, userId: string, replyId: string): Promise<ReplyNow | null>
  /** What does not fit the state changes nothing. */
  change(tx: Tx, userId: string, replyId: string, act: AnswerAct): Promise<unknown>
}

/** Null where the message is no answer to anything of ours. Commands, and codes where no mail is quoted, stay what they are. */
export async function answerMail(
  parts: ReplyParts,
  tx: Tx,
  message: InboundMessage,
  { said, phones, now, fetched }: { said: Said; phones: readonly Speaking[]; now: Date; fetched: Fetched | undefined },
): Promise<Decided | null> {
  const isWords = (said.kind === 'other' || said.kind === 'code') && message.payload === null
  if (!isWords || message.about === null || phones.length === 0) return null
  const quoted = await parts.quoted(tx, message, message.about)
  const phone = quoted && phones.find(one => one.id === quoted.destinationId && one.user_id === quoted.userId)
  if (!quoted || !phone) return said.kind === 'other' ? elsewhere(phones) : null
  const refused = refusalOf(phone, 'reply')
  if (refused) return refused
  if (quoted.messageId === null) return told('reply_refused', 'answer.replyWhich')
  const { wamid, text, file } = message
  // It is fetched while nothing is locked, and then this is asked again.
  if (file && !fetched) return { ...nothing, fetch: file }
  if (fetched === 'too_large') return notSent('too_large')
  if (fetched === 'unfetched') return told('reply_refused', 'answer.replyFile')
  const wish = { messageId: quoted.messageId, text, files: fetched ? [fetched] : [], destinationId: phone.id, wamid }
  const written = await parts.write(tx, quoted.userId, wish)
  if (written.kind === 'refused') return notSent(written.reason)
  const reply = await parts.find(tx, quoted.userId, written.replyId)
  const decided = reply ? tellOf(reply, now) : told('gone', 'answer.gone')
  // Whoever is not asked never sees it leave: this is said however much was said before.
  return { ...decided, answer: reply?.state === 'asking' ? 'reply_asked' : 'reply_planned' }
}

export const notSent = (reason: NoReply): Decided => ({
  answer: 'reply_refused',
  text: { room: 'reply', key: `refused.${reason}`, values: {} },
})

/** A tap on a button below what was said of an answer; another phone's is answered like one that is gone. */
export async function tapAnswer(
  parts: ReplyParts,
  tx: Tx,
  { act, replyId }: Extract<Said, { kind: 'answer' }>,
  { phones, now }: { phones: readonly Speaking[]; now: Date },
): Promise<Decided> {
  for (const phone of phones) {
    const reply = await parts.find(tx, phone.user_id, replyId)
    if (reply?.destinationId !== phone.id) continue
    const refused = refusalOf(phone, act === 'send' || act === 'again' ? 'reply' : 'undo')
    if (refused) return refused
    await parts.change(tx, phone.user_id, replyId, act)
    const after = await parts.find(tx, phone.user_id, replyId)
    return after ? tellOf(after, now) : gone
  }
  return phones.length > 0 ? gone : nothing
}

const gone = told('gone', 'answer.gone')

function refusalOf(phone: Speaking, command: 'reply' | 'undo'): Decided | null {
  const may = mayDo(phone, command)
  if (may === 'yes') return null
  if (may === 'stopped') return told('refused', 'answer.replyStopped')
  return may === 'not_linked' ? nothing : told('refused', 'answer.refused', { lacks: may.lacks })
}

/** Who may answer thinks that they just did. */
const elsewhere = (phones: readonly Speaking[]): Decided | null =>
  phones.some(phone => mayDo(phone, 'reply') === 'yes') ? told('reply_refused', 'answer.replyWhat') : null

/** How an answer stands, with what may be done about it. */
export function tellOf(reply: ReplyNow, now: Date): Decided {
  const { replyId, state, to, cautions, through, reason, files, dueAt, invitation } = reply
  const button = (act: AnswerAct, title: 'button.undo' | 'button.send' | 'button.no' | 'button.again') => ({
    payload: answerPayload(act, replyId),
    title,
  })
  switch (state) {
    case 'asking':
      return {
        ...(invitation
          ? of('invitation.ask', { ...invitation, address: to, through })
          : told('reply_told', 'answer.replyAsk', { address: to, through, files })),
        above: cautions.map(caution => ({ room: 'reply', key: `caution.${caution}`, values: { address: to } })),
        buttons: [button('send', 'button.send'), button('drop', 'button.no')],
      }
    case 'waiting': {
      const seconds = Math.max(1, Math.round(((dueAt ?? now).getTime() - now.getTime()) / 1000))
      return {
        ...(invitation
          ? of('invitation.waits', { ...invitation, address: to, seconds, through })
          : told('reply_told', 'answer.replyWaits', { address: to, seconds, through, files })),
        buttons: [button('undo', 'button.undo')],
      }
    }
    case 'cancelled':
      return told('reply_told', 'answer.replyUndone')
    case 'failed':
      return { answer: 'reply_told', text: reason, buttons: [button('again', 'button.again')] }
    case 'unconfirmed':
      return { answer: 'reply_told', text: reason }
    default:
      return invitation ? of('invitation.left', { ...invitation, address: to }) : told('reply_told', 'answer.replyLeft', { address: to })
  }
}

const of = (key: Key<'reply'>, values: Record<string, string | number>): Decided => ({
  answer: 'reply_told',
  text: { room: 'reply', key, values },
})
