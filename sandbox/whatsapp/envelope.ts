// Builds webhook payloads: statuses of business messages, messages from people, and account events.
import { businessNumber, phoneNumberId, wabaId } from './credentials.ts'
import type { BusinessMessage, PersonMessage } from './entries.ts'
import { statusError } from './errors.ts'
import type { SandboxPhone } from './world.ts'

type Value = { statuses?: unknown[]; contacts?: unknown[]; messages?: unknown[] }

/** A status; `state` is the reported step, which may be behind the message's current state. */
export function statusPayload(
  bubble: BusinessMessage,
  phone: SandboxPhone,
  state: Exclude<BusinessMessage['state'], 'accepted'>,
  now: number,
): Record<string, unknown> {
  const { pricing, fate, callbackData } = bubble
  const isPriced = state === 'sent' || state === 'delivered'
  const status = {
    id: bubble.wamid,
    status: state,
    timestamp: unixSeconds(now),
    ...(phone.username === null ? { recipient_id: bubble.wa } : {}),
    ...(bubble.wa === phone.wa ? { recipient_user_id: phone.userId } : {}),
    ...(isPriced ? { pricing: { ...pricing, pricing_model: 'PMP' } } : {}),
    ...(state === 'failed' ? { errors: [statusError(fate ?? 131000)] } : {}),
    ...(callbackData === null ? {} : { biz_opaque_callback_data: callbackData }),
  }
  return fieldPayload('messages', messagesValue({ statuses: [status] }), now)
}

/** A message from a person; its content may hold other parts than the one named by its type (errors of an unsupported message). */
export function messagePayload(bubble: PersonMessage, phone: SandboxPhone): Record<string, unknown> {
  const { referral, errors, ...content } = bubble.content
  const isHidden = phone.username !== null
  const message = {
    ...(isHidden ? {} : { from: phone.wa }),
    from_user_id: phone.userId,
    id: bubble.wamid,
    timestamp: unixSeconds(bubble.at),
    type: bubble.type,
    ...(bubble.type === 'unsupported' ? { errors } : { [bubble.type]: bubble.type === 'contacts' ? content['contacts'] : content }),
    ...(referral === undefined ? {} : { referral }),
    ...(bubble.contextId === null ? {} : { context: { from: businessNumber, id: bubble.contextId } }),
  }
  const profile = { name: phone.name, ...(isHidden ? { username: phone.username } : {}) }
  const contact = { profile, ...(isHidden ? {} : { wa_id: phone.wa }), user_id: phone.userId }
  return fieldPayload('messages', messagesValue({ contacts: [contact], messages: [message] }), bubble.at)
}

/** A changed number, reported for the old one and without contacts; of a hidden number only the fact that it changed. */
export function numberChangedPayload(bubble: PersonMessage, newWa: string, phone: SandboxPhone): Record<string, unknown> {
  const isHidden = phone.username !== null
  const body = isHidden ? `User ${phone.username} changed their number` : bubble.text
  const message = {
    ...(isHidden ? { from_user_id: phone.userId } : { from: bubble.wa }),
    id: bubble.wamid,
    timestamp: unixSeconds(bubble.at),
    type: 'system',
    system: { body, type: 'user_changed_number', ...(isHidden ? {} : { wa_id: newWa }) },
  }
  return fieldPayload('messages', messagesValue({ messages: [message] }), bubble.at)
}

/** A single change in a single entry: of messages, or of the account, such as a template's new status. */
export function fieldPayload(field: string, value: Record<string, unknown>, now: number): Record<string, unknown> {
  return { object: 'whatsapp_business_account', entry: [{ id: wabaId, time: Math.floor(now / 1000), changes: [{ field, value }] }] }
}

/** The person's user id has changed. */
export function userIdPayload(phone: SandboxPhone, previous: string, wa: string, now: number): Record<string, unknown> {
  const visibleNumber = phone.username === null ? { wa_id: wa } : {}
  const update = {
    ...visibleNumber,
    detail: 'User id was updated',
    user_id: { previous, current: phone.userId },
    timestamp: unixSeconds(now),
  }
  return fieldPayload(
    'user_id_update',
    { ...messagesValue({ contacts: [{ profile: { name: phone.name }, ...visibleNumber }] }), user_id_update: [update] },
    now,
  )
}

export function displayNumber(): string {
  return `+${businessNumber}`
}

function messagesValue(value: Value): Record<string, unknown> {
  return { messaging_product: 'whatsapp', metadata: { display_phone_number: businessNumber, phone_number_id: phoneNumberId }, ...value }
}

export function unixSeconds(ms: number): string {
  return String(Math.floor(ms / 1000))
}
