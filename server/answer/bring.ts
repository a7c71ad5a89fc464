// Brings to a phone what it taps for: a mail again, the rest of a digest; and notes that its person has a mail.
import type { Said } from '../../core/phone/said.ts'
import type { Tx } from '../db/pool.ts'
import { senderOf } from '../whatsapp/owners.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import { type Decided, nothing, told } from './decided.ts'
import { type AnswerParts, hourBefore } from './parts.ts'

const mostShownAnHour = 60

type Tap = Extract<Said, { kind: 'show' | 'more' }>

// What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
export async function acknowledge(parts: AnswerParts, tx: Tx, message: InboundMessage, deliveryId: string, now: Date): Promise<Decided> {
  const userId = await parts.ownerOfDelivery(tx, message, deliveryId)
  if (!userId || (await parts.acknowledge(tx, userId, deliveryId, now)) === 'gone') return gone()
  return told('acknowledged', 'answer.acknowledged')
}

export async function bring(parts: AnswerParts, tx: Tx, message: InboundMessage, said: Tap, now: Date): Promise<Decided> {
  const asked = await parts.countAnswers(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))
  if (asked >= mostShownAnHour) return nothing
  const id = said.kind === 'show' ? said.deliveryId : said.digestId
  const userId = await parts.ownerOfDelivery(tx, message, id)
  // What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
  if (!userId) return gone()
  if (said.kind === 'show') {
    const reason = (await parts.showAgain(tx, userId, id, now)) === 'gone' ? 'gone' : null
    const mail = await parts.commands.mailOf(tx, message, id)
    if (mail) await parts.commands.note(tx, userId, { ...mail, command: 'more', state: reason ? 'failed' : 'done', reason }, now)
    return reason ? gone() : shown
  }
  const deliveryIds = await parts.mailsOf(tx, userId, id)
  return deliveryIds.length > said.from ? { ...shown, page: { userId, digestId: id, deliveryIds, from: said.from } } : gone()
}

const shown: Decided = { answer: 'shown', text: null }
const gone = (): Decided => told('gone', 'answer.gone')
