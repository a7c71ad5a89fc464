// Parses webhook events about our account, our templates and changed user ids.
import { z } from 'zod/mini'
import type { TemplateUpdate } from '../templates/manage.ts'
import { Id, UnixTime } from './fields.ts'
import type { UserRenamed } from './messages.ts'

/** `restricted` until then (null: Meta names no end), `free` again, or `other`, which only the operator reads. */
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

/** Fields that only end in the log for the operator. */
const noticed = new Set([
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'security',
])

/** False where the field is none of these, or its value cannot be read. */
export function parseAccountChange(events: AccountEvents, field: string, value: unknown, at: Date): boolean {
  if (field in templateFields) return parseTemplateUpdate(events, field as keyof typeof templateFields, value, at)
  if (field === 'account_update') return parseAccountUpdate(events, value, at)
  if (field === 'user_id_update') return parseUserIdUpdate(events, value)
  if (!noticed.has(field)) return false
  events.alerts.push({ field, detail: wordsOf(value) })
  return true
}

const about = {
  // A number that JSON writes whole, for now.
  message_template_id: z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
  message_template_name: z.string(),
  message_template_language: z.string(),
}

const textOrNull = (text: string | null | undefined): string | null => (text && text !== 'NONE' ? text : null)

// …/webhooks/reference/message_template_status_update and its neighbours
const templateFields = {
  message_template_status_update: z.pipe(
    z.looseObject({
      ...about,
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
    z.looseObject({ ...about, new_quality_score: z.string() }),
    z.transform(({ new_quality_score: quality, ...rest }) => ({ ...rest, change: { kind: 'quality' as const, quality } })),
  ),
  template_category_update: z.pipe(
    z.looseObject({ ...about, new_category: z.string() }),
    z.transform(({ new_category: category, ...rest }) => ({ ...rest, change: { kind: 'category' as const, category } })),
  ),
}

function parseTemplateUpdate(events: AccountEvents, field: keyof typeof templateFields, value: unknown, at: Date): boolean {
  const read = templateFields[field].safeParse(value)
  if (!read.success) return false
  const { message_template_id: metaId, message_template_name: name, message_template_language: language, change } = read.data
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

const restricting = new Set(['ACCOUNT_RESTRICTION', 'ACCOUNT_DELETED', 'DISABLED_UPDATE', 'PARTNER_REMOVED'])

function parseAccountUpdate(events: AccountEvents, value: unknown, at: Date): boolean {
  const read = Account.safeParse(value)
  if (!read.success) return false
  const { event, ban_info: ban, restriction_info: restrictions = [] } = read.data
  const ends = restrictions.flatMap(({ expiration }) => (expiration ? [expiration.getTime()] : []))
  const isFree = ban?.waba_ban_state === 'REINSTATE'
  const state = isFree ? 'free' : restricting.has(event) ? 'restricted' : 'other'
  events.accounts.push({ event, state, until: state === 'restricted' && ends.length > 0 ? new Date(Math.max(...ends)) : null, at })
  return true
}

const Renamed = z.looseObject({
  user_id_update: z.array(z.looseObject({ user_id: z.looseObject({ previous: Id, current: Id }), timestamp: UnixTime })),
})

function parseUserIdUpdate(events: AccountEvents, value: unknown): boolean {
  const read = Renamed.safeParse(value)
  if (!read.success) return false
  events.renamed.push(...read.data.user_id_update.map(({ user_id: { previous, current }, timestamp: at }) => ({ previous, current, at })))
  return true
}

/** The words of a value, in their order, without what names ourselves. */
function wordsOf(value: unknown): string {
  const read = z.record(z.string(), z.unknown()).safeParse(value)
  const { display_phone_number: _, ...rest } = read.success ? read.data : {}
  return Object.values(rest)
    .filter(one => typeof one === 'string' || typeof one === 'number')
    .join(' ')
    .slice(0, 300)
}
