// Handles taps below a delivered message: show it, show more of a digest, acknowledge it.
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { type AnswerDeps, hourBefore } from './deps.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

const mostShownAnHour = 60

type Tap = Extract<InboundCommand, { kind: 'show' | 'more' }>

// What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
export async function acknowledge(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  deliveryId: string,
  now: Date,
): Promise<PhoneResponse> {
  const userId = await deps.ownerOfDelivery(tx, message, deliveryId)
  if (!userId || (await deps.acknowledge(tx, userId, deliveryId, now)) === 'gone') return gone()
  return respond('acknowledged', 'answer.acknowledged')
}

export async function showMore(deps: AnswerDeps, tx: Tx, message: InboundMessage, said: Tap, now: Date): Promise<PhoneResponse> {
  const asked = await deps.countResponses(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))
  if (asked >= mostShownAnHour) return nothing
  const id = said.kind === 'show' ? said.deliveryId : said.digestId
  const userId = await deps.ownerOfDelivery(tx, message, id)
  // What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
  if (!userId) return gone()
  if (said.kind === 'show') {
    const reason = (await deps.showAgain(tx, userId, id, now)) === 'gone' ? 'gone' : null
    const mail = await deps.commands.mailOf(tx, message, id)
    if (mail) await deps.commands.note(tx, userId, { ...mail, command: 'more', state: reason ? 'failed' : 'done', reason }, now)
    return reason ? gone() : shown
  }
  const deliveryIds = await deps.mailsOf(tx, userId, id)
  return deliveryIds.length > said.from ? { ...shown, page: { userId, digestId: id, deliveryIds, from: said.from } } : gone()
}

const shown: PhoneResponse = { answer: 'shown', text: null }
const gone = (): PhoneResponse => respond('gone', 'answer.gone')
