// Handles taps on a delivered message: show it, show more of a digest, acknowledge it.
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { type AnswerDeps, hourBefore } from './deps.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

const maxShownPerHour = 60

type Tap = Extract<InboundCommand, { kind: 'show' | 'more' }>

// Another phone's delivery is answered like an erased one, so that nobody learns whether it exists.
export async function acknowledgeDelivery(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  deliveryId: string,
  now: Date,
): Promise<PhoneResponse> {
  const userId = await deps.ownerOfDelivery(tx, message, deliveryId)
  if (!userId || (await deps.acknowledge(tx, userId, deliveryId, now)) === 'gone') return erased()
  return respond('acknowledged', 'answer.acknowledged')
}

export async function showMore(deps: AnswerDeps, tx: Tx, message: InboundMessage, tap: Tap, now: Date): Promise<PhoneResponse> {
  const shownCount = await deps.countResponses(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))
  if (shownCount >= maxShownPerHour) return nothing
  const id = tap.kind === 'show' ? tap.deliveryId : tap.digestId
  const userId = await deps.ownerOfDelivery(tx, message, id)
  // Another phone's delivery is answered like an erased one, so that nobody learns whether it exists.
  if (!userId) return erased()
  if (tap.kind === 'show') {
    const reason = (await deps.showAgain(tx, userId, id, now)) === 'gone' ? 'gone' : null
    const email = await deps.commands.findMessage(tx, message, id)
    if (email) await deps.commands.note(tx, userId, { ...email, command: 'more', state: reason ? 'failed' : 'done', reason }, now)
    return reason ? erased() : shownResponse
  }
  const deliveryIds = await deps.digestDeliveries(tx, userId, id)
  return deliveryIds.length > tap.from ? { ...shownResponse, page: { userId, digestId: id, deliveryIds, from: tap.from } } : erased()
}

const shownResponse: PhoneResponse = { answer: 'shown', text: null }
const erased = (): PhoneResponse => respond('gone', 'answer.gone')
