// The webhooks' payloads: statuses of what the business sent, messages that a person wrote.
import { businessName, businessNumber, phoneNumberId, wabaId } from './credentials.ts'
import type { Arrived, Written } from './entries.ts'
import { statusError } from './errors.ts'
import type { Phone } from './world.ts'

type Value = { statuses: unknown[] } | { contacts: unknown[]; messages: unknown[] }

/** One status; `state` is the step that is told, which may be behind the message's own. */
export function statusPayload(
  bubble: Arrived,
  phone: Phone,
  state: Exclude<Arrived['state'], 'accepted'>,
  now: number,
): Record<string, unknown> {
  const category = bubble.type === 'template' ? 'utility' : 'service'
  const status = {
    id: bubble.wamid,
    status: state,
    timestamp: unixSeconds(now),
    recipient_id: phone.wa,
    recipient_user_id: phone.userId,
    ...(state === 'sent' || state === 'delivered' ? { pricing: { billable: true, pricing_model: 'PMP', category, type: 'regular' } } : {}),
    ...(state === 'failed' ? { errors: [statusError(bubble.fate ?? 131000)] } : {}),
    ...(bubble.callbackData === null ? {} : { biz_opaque_callback_data: bubble.callbackData }),
  }
  return payload({ statuses: [status] })
}

export function messagePayload(bubble: Written, phone: Phone): Record<string, unknown> {
  const message = {
    from: phone.wa,
    from_user_id: phone.userId,
    id: bubble.wamid,
    timestamp: unixSeconds(bubble.at),
    type: bubble.type,
    [bubble.type]: bubble.content,
    ...(bubble.contextId === null ? {} : { context: { from: businessNumber, id: bubble.contextId } }),
  }
  return payload({ contacts: [{ profile: { name: phone.name }, wa_id: phone.wa, user_id: phone.userId }], messages: [message] })
}

export function displayNumber(): string {
  return `+${businessNumber}`
}

export function numberFields(): Record<string, unknown> {
  return {
    id: phoneNumberId,
    display_phone_number: displayNumber(),
    verified_name: businessName,
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    status: 'CONNECTED',
    account_mode: 'SANDBOX',
    whatsapp_business_manager_messaging_limit: 'TIER_250',
  }
}

function payload(value: Value): Record<string, unknown> {
  const metadata = { display_phone_number: businessNumber, phone_number_id: phoneNumberId }
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }
  return { object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [change] }] }
}

function unixSeconds(ms: number): string {
  return String(Math.floor(ms / 1000))
}
