// What a webhook tells of our account, our templates, and of people's ids.
import { z } from 'zod/mini'
import type { TemplateNews } from '../templates/manage.ts'
import type { UserRenamed } from './messages.ts'
import { Id, Moment } from './moments.ts'

/** `restricted` until then, null as long as nobody says; `free` again; `other` is for the operator to read. */
export interface AccountEvent {
  event: string
  stands: 'restricted' | 'free' | 'other'
  until: Date | null
  at: Date
}

/** Something that an operator should read in the log. */
export interface Notice {
  field: string
  detail: string
}

export interface AccountHeard {
  templates: TemplateNews[]
  accounts: AccountEvent[]
  renamed: UserRenamed[]
  notices: Notice[]
}

/** Fields whose news an operator reads, and nothing else follows from. */
const noticed = new Set([
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'security',
])

/** False where the field is none of these, or its value cannot be read. */
export function hearAccount(heard: AccountHeard, field: string, value: unknown, at: Date): boolean {
  if (field in templateFields) return hearTemplate(heard, field as keyof typeof templateFields, value, at)
  if (field === 'account_update') return hearStanding(heard, value, at)
  if (field === 'user_id_update') return hearRenamed(heard, value)
  if (!noticed.has(field)) return false
  heard.notices.push({ field, detail: wordsOf(value) })
  return true
}

const about = {
  // A number that JSON writes whole, for now.
  message_template_id: z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
  message_template_name: z.string(),
  message_template_language: z.string(),
}

const said = (text: string | null | undefined): string | null => (text && text !== 'NONE' ? text : null)

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
      change: { kind: 'status' as const, event, reason: said(reason) ?? said(info?.description), pause: info?.title ?? null },
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

function hearTemplate(heard: AccountHeard, field: keyof typeof templateFields, value: unknown, at: Date): boolean {
  const read = templateFields[field].safeParse(value)
  if (!read.success) return false
  const { message_template_id: metaId, message_template_name: name, message_template_language: language, change } = read.data
  heard.templates.push({ metaId, name, language, at, change })
  return true
}

const Account = z.looseObject({
  event: z.string().check(z.maxLength(100)),
  ban_info: z.optional(
    z.looseObject({
      waba_ban_state: z.optional(z.pipe(z.union([z.string(), z.array(z.string())]), z.transform(String))),
    }),
  ),
  restriction_info: z.optional(z.array(z.looseObject({ expiration: z.catch(z.optional(Moment), undefined) }))),
})

const restricting = new Set(['ACCOUNT_RESTRICTION', 'ACCOUNT_DELETED', 'DISABLED_UPDATE', 'PARTNER_REMOVED'])

function hearStanding(heard: AccountHeard, value: unknown, at: Date): boolean {
  const read = Account.safeParse(value)
  if (!read.success) return false
  const { event, ban_info: ban, restriction_info: restrictions = [] } = read.data
  const ends = restrictions.flatMap(({ expiration }) => (expiration ? [expiration.getTime()] : []))
  const isFree = ban?.waba_ban_state === 'REINSTATE'
  const stands = isFree ? 'free' : restricting.has(event) ? 'restricted' : 'other'
  heard.accounts.push({ event, stands, until: stands === 'restricted' && ends.length > 0 ? new Date(Math.max(...ends)) : null, at })
  return true
}

const Renamed = z.looseObject({
  user_id_update: z.array(z.looseObject({ user_id: z.looseObject({ previous: Id, current: Id }), timestamp: Moment })),
})

function hearRenamed(heard: AccountHeard, value: unknown): boolean {
  const read = Renamed.safeParse(value)
  if (!read.success) return false
  heard.renamed.push(...read.data.user_id_update.map(({ user_id: { previous, current }, timestamp: at }) => ({ previous, current, at })))
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
