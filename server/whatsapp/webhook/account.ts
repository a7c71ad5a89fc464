// Parses webhook events about our account, our templates and changed user ids.
import { z } from 'zod/mini'
import type { TemplateUpdate } from '../templates/manage.ts'
import { Id, UnixTime } from './fields.ts'
import type { UserRenamed } from './messages.ts'

/** `restricted` until `until` (null: no end given), `free` again, or `other`, which is only logged for the operator. */
export interface AccountEvent {
  event: string
  state: 'restricted' | 'free' | 'other'
  until: Date | null
  at: Date
}

/** Something that the operator should read in the log. */
export interface OperatorAlert {
  field: string
  detail: string
}

export interface AccountEvents {
  templates: TemplateUpdate[]
  accounts: AccountEvent[]
  renamed: UserRenamed[]
  alerts: OperatorAlert[]
}

/** Fields that are only logged for the operator. */
const loggedFields = new Set([
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'security',
])

/** False if the field is unknown or its value cannot be parsed. */
export function parseAccountChange(events: AccountEvents, field: string, value: unknown, at: Date): boolean {
  if (field in templateFields) return parseTemplateUpdate(events, field as keyof typeof templateFields, value, at)
  if (field === 'account_update') return parseAccountUpdate(events, value, at)
  if (field === 'user_id_update') return parseUserIdUpdate(events, value)
  if (!loggedFields.has(field)) return false
  events.alerts.push({ field, detail: describeValue(value) })
  return true
}

const templateId = {
  // Meta sends a number that still fits into a JSON number.
  message_template_id: z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
  message_template_name: z.string(),
  message_template_language: z.string(),
}

const textOrNull = (text: string | null | undefined): string | null => (text && text !== 'NONE' ? text : null)

// …/webhooks/reference/message_template_status_update and its neighbours
const templateFields = {
  message_template_status_update: z.pipe(
    z.looseObject({
      ...templateId,
      event: z.string(),
      reason: z.nullish(z.string()),
      other_info: z.nullish(z.looseObject({ title: z.optional(z.string()), description: z.optional(z.string()) })),
    }),
    z.transform(({ event, reason, other_info: info, ...rest }) => ({
      ...rest,
      change: { kind: 'status' as const, event, reason: textOrNull(reason) ?? textOrNull(info?.description), pause: info?.title ?? null },
    })),
  ),
  message_template_quality_update: z.pipe(
    z.looseObject({ ...templateId, new_quality_score: z.string() }),
    z.transform(({ new_quality_score: quality, ...rest }) => ({ ...rest, change: { kind: 'quality' as const, quality } })),
  ),
  template_category_update: z.pipe(
    z.looseObject({ ...templateId, new_category: z.string() }),
    z.transform(({ new_category: category, ...rest }) => ({ ...rest, change: { kind: 'category' as const, category } })),
  ),
}

function parseTemplateUpdate(events: AccountEvents, field: keyof typeof templateFields, value: unknown, at: Date): boolean {
  const parsed = templateFields[field].safeParse(value)
  if (!parsed.success) return false
  const { message_template_id: metaId, message_template_name: name, message_template_language: language, change } = parsed.data
  events.templates.push({ metaId, name, language, at, change })
  return true
}

const Account = z.looseObject({
  event: z.string().check(z.maxLength(100)),
  ban_info: z.optional(
    z.looseObject({
      waba_ban_state: z.optional(z.pipe(z.union([z.string(), z.array(z.string())]), z.transform(String))),
    }),
  ),
  restriction_info: z.optional(z.array(z.looseObject({ expiration: z.catch(z.optional(UnixTime), undefined) }))),
})

const restrictingEvents = new Set(['ACCOUNT_RESTRICTION', 'ACCOUNT_DELETED', 'DISABLED_UPDATE', 'PARTNER_REMOVED'])

function parseAccountUpdate(events: AccountEvents, value: unknown, at: Date): boolean {
  const parsed = Account.safeParse(value)
  if (!parsed.success) return false
  const { event, ban_info: ban, restriction_info: restrictions = [] } = parsed.data
  const ends = restrictions.flatMap(({ expiration }) => (expiration ? [expiration.getTime()] : []))
  const isFree = ban?.waba_ban_state === 'REINSTATE'
  const state = isFree ? 'free' : restrictingEvents.has(event) ? 'restricted' : 'other'
  events.accounts.push({ event, state, until: state === 'restricted' && ends.length > 0 ? new Date(Math.max(...ends)) : null, at })
  return true
}

const Renamed = z.looseObject({
  user_id_update: z.array(z.looseObject({ user_id: z.looseObject({ previous: Id, current: Id }), timestamp: UnixTime })),
})

function parseUserIdUpdate(events: AccountEvents, value: unknown): boolean {
  const parsed = Renamed.safeParse(value)
  if (!parsed.success) return false
  events.renamed.push(...parsed.data.user_id_update.map(({ user_id: { previous, current }, timestamp: at }) => ({ previous, current, at })))
  return true
}

/** The values of an object as text, without our own number. */
function describeValue(value: unknown): string {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value)
  const { display_phone_number: _, ...rest } = parsed.success ? parsed.data : {}
  return Object.values(rest)
    .filter(item => typeof item === 'string' || typeof item === 'number')
    .join(' ')
    .slice(0, 300)
}
