// Takes a valid message in: who it is for, whether it will reach the phone, and what the caller is told.
import type { Arrived } from './entries.ts'
import { isWindowOpen } from './service-window.ts'
import { contentOf, type Outgoing, plainText } from './shapes.ts'
import { newWamid, type StandIn } from './stand-in.ts'
import { planSteps } from './statuses.ts'
import type { Phone } from './world.ts'

/** The phone that a message is for. Every number has WhatsApp; a phone is there from the first message. Null: unknown user id. */
export function phoneFor(standIn: StandIn, message: Outgoing): Phone | null {
  const { world, record, clock } = standIn
  if (message.to === undefined) return [...world.phones.values()].find(phone => phone.userId === message.recipient) ?? null
  if (!world.phones.has(message.to)) record({ kind: 'phone', wa: message.to, name: `+${message.to}`, at: clock.now() })
  return world.phones.get(message.to) ?? null
}

/** Whether the 24 hours forbid this message. */
export function isOutsideWindow(standIn: StandIn, phone: Phone, message: Outgoing): boolean {
  return standIn.settings.window !== 'off' && message.type !== 'template' && !isWindowOpen(phone.lastWrittenAt, standIn.clock.now())
}

/** Enters the message into the ledger; from here on it is on the phone, unless it has a fate. */
export function acceptMessage(standIn: StandIn, phone: Phone, message: Outgoing, fault: number | null): Arrived {
  const fate = fault ?? (phone.blocked ? 131026 : isOutsideWindow(standIn, phone, message) ? 131047 : null)
  const bubble: Arrived = {
    direction: 'arrived',
    wamid: newWamid(phone.wa),
    wa: phone.wa,
    type: message.type,
    text: plainText(message),
    content: contentOf(message),
    contextId: message.context?.message_id ?? null,
    callbackData: message.biz_opaque_callback_data ?? null,
    at: standIn.clock.now(),
    reached: fate === null,
    fate,
    state: 'accepted',
  }
  standIn.typingUntil.delete(phone.wa)
  standIn.record({ kind: 'arrived', bubble })
  planSteps(standIn, bubble)
  return bubble
}

/** The 200 of the messages endpoint. */
export function acceptedBody(message: Outgoing, phone: Phone, bubble: Arrived): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? message.recipient, wa_id: phone.wa, user_id: phone.userId }],
    messages: [{ id: bubble.wamid, ...(message.type === 'template' ? { message_status: 'accepted' } : {}) }],
  }
}
