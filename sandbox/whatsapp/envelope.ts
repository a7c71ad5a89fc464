// The webhooks' payloads: statuses of what the business sent, messages that a person wrote.
import { businessNumber, phoneNumberId, wabaId } from './credentials.ts'
import type { Arrived, Written } from './entries.ts'
import { statusError } from './errors.ts'
import type { Phone } from './world.ts'

type Value = { statuses?: unknown[]; contacts?: unknown[]; messages?: unknown[] }

/** One status; `state` is the step that is told, which may be behind the message's own. */
export function statusPayload(
  bubble: Arrived,
  phone: Phone,
  state: Exclude<Arrived['state'], 'accepted'>,
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

/** What a person wrote; `content` may hold parts beside the one that the type names (errors of an unsupported message). */
export function messagePayload(bubble: Written, phone: Phone): Record<string, unknown> {
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

/** A person has another number: told by the old one, without contacts; of a hidden number only that it changed. */
export function numberChangedPayload(bubble: Written, newWa: string, phone: Phone): Record<string, unknown> {
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

/** One change in one entry: of messages, or of the account such as a template's new status. */
export function fieldPayload(field: string, value: Record<string, unknown>, now: number): Record<string, unknown> {
  return { object: 'whatsapp_business_account', entry: [{ id: wabaId, time: Math.floor(now / 1000), changes: [{ field, value }] }] }
}

/** The person's user id is another from now on. */
export function userIdPayload(phone: Phone, previous: string, wa: string, now: number): Record<string, unknown> {
  const shown = phone.username === null ? { wa_id: wa } : {}
  const update = { ...shown, detail: 'User id was updated', user_id: { previous, current: phone.userId }, timestamp: unixSeconds(now) }
  return fieldPayload(
    'user_id_update',
    { ...messagesValue({ contacts: [{ profile: { name: phone.name }, ...shown }] }), user_id_update: [update] },
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
