// Defines the condition tree of a filter as data.
import { z } from 'zod/mini'
import { isCurrencyCode } from '../message/cards/currencies.ts'
import { BadgeWanted } from '../message/sender-check/badge.ts'
import { ExactTest } from './exact/test.ts'

/**
 * The fields that a text test can read. `recipient`: To, Cc or the address it was delivered to. `any`: subject or body. `body`:
 * without quotes and signature. `sender_domain`: the sender's domain and its registrable part. `list`: the List-Id.
 */
export const TextField = z.enum([
  'from',
  'to',
  'cc',
  'recipient',
  'reply_to',
  'sender_domain',
  'subject',
  'any',
  'body',
  'whole_body',
  'attachment_name',
  'attachment_type',
  'list',
  'mailbox',
  'language',
])
export type TextField = z.infer<typeof TextField>
export const TextOperator = z.enum(['contains', 'is', 'starts', 'ends', 'wildcard', 'regexp'])
export type TextOperator = z.infer<typeof TextOperator>

/** Yes-or-no facts about an email. `reply`: it answers another email; otherwise it starts a thread. */
export const Fact = z.enum(['automated', 'newsletter', 'reply', 'first_time_sender'])
export type Fact = z.infer<typeof Fact>
export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof Weekday>
export const ListName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** In the person's time zone. */
export const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter an hour of the day with its minutes, like 08:00.'))

const words = {
  operator: TextOperator,
  values: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))).check(z.minLength(1), z.maxLength(100)),
}
/** Matches any entry of the person's list with that name. */
const listed = { operator: z.literal('in_list'), list: ListName }
const presence = { operator: z.enum(['exists', 'missing']) }
const truth = { operator: z.enum(['is', 'is_not']) }
const amount = z.int().check(z.minimum(1))
const field = { field: TextField }
const header = { field: z.literal('header'), name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }

const text = z.object({ ...field, ...words })
const textOfHeader = z.object({ ...header, ...words })
/** With several values, one match is enough. */
export type TextTest = z.infer<typeof text> | z.infer<typeof textOfHeader>
const inList = z.object({ ...field, ...listed })
const headerInList = z.object({ ...header, ...listed })
export type ListTest = z.infer<typeof inList> | z.infer<typeof headerInList>
const present = z.object({ ...field, ...presence })
const headerPresent = z.object({ ...header, ...presence })
const attachmentPresent = z.object({ field: z.literal('attachment'), ...presence })
export type PresenceTest = z.infer<typeof present> | z.infer<typeof headerPresent> | z.infer<typeof attachmentPresent>
/** `attachment_size` matches if any one attachment does; 1 MB is 1,000,000 octets. */
export const SizeTest = z.object({ field: z.enum(['size', 'attachment_size']), operator: z.enum(['over', 'under']), bytes: amount })
export type SizeTest = z.infer<typeof SizeTest>
export const CountTest = z.object({
  field: z.literal('attachment_count'),
  operator: z.enum(['over', 'under', 'is']),
  count: z.int().check(z.minimum(0), z.maximum(1000)),
})
export type CountTest = z.infer<typeof CountTest>
/** Up to thousandths, as some currencies have. */
const sum = z.number().check(
  z.minimum(0),
  z.maximum(1_000_000_000_000),
  z.refine(value => Number(value.toFixed(3)) === value, 'Enter an amount with at most three decimals.'),
)
/** ISO 4217. Without a currency, amounts of every currency are compared. */
const noCurrency = 'Enter the code of a currency, such as EUR.'
const currency = z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, noCurrency), z.refine(isCurrencyCode, noCurrency)))
/**
 * Matches if any amount that the email states as its own does (core/message/stated-amounts.ts); an email without one never matches.
 * `between` includes both ends.
 */
export const AmountTest = z.discriminatedUnion('operator', [
  z.object({ field: z.literal('amount'), operator: z.enum(['over', 'at_least', 'under', 'at_most']), amount: sum, currency }),
  z
    .object({ field: z.literal('amount'), operator: z.literal('between'), from: sum, to: sum, currency })
    .check(z.refine(({ from, to }) => from <= to, 'Enter the smaller amount first.')),
])
export type AmountTest = z.infer<typeof AmountTest>
/** Tests the arrival time in the person's time zone. Hours are half open and cross midnight if `from` is later. */
export const TimeTest = z.discriminatedUnion('field', [
  z.object({ field: z.literal('date'), operator: z.enum(['before', 'on', 'on_or_after']), day: z.iso.date() }),
  z.object({ field: z.literal('weekday'), operator: z.literal('in'), days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)) }),
  z.object({ field: z.literal('hour'), operator: z.literal('between'), from: TimeOfDay, to: TimeOfDay }),
])
export type TimeTest = z.infer<typeof TimeTest>
/** `any`: at least one of the checks; an email that was not checked counts as `none`. */
export const AuthTest = z.object({
  field: z.literal('auth'),
  check: z.enum(['spf', 'dkim', 'dmarc', 'any']),
  operator: z.literal('is'),
  verdict: z.enum(['pass', 'fail', 'none']),
})
export type AuthTest = z.infer<typeof AuthTest>
const fact = z.object({ field: Fact, ...truth })
const calendar = z.object({
  field: z.literal('calendar'),
  ...truth,
  method: z.enum(['any', 'request', 'cancel', 'reply']),
})
/** The badge given to the sender on arrival; emails from before badges existed have none. */
const badge = z.object({ field: z.literal('sender_badge'), ...truth, wanted: BadgeWanted })
export type BadgeTest = z.infer<typeof badge>
export type FactTest = z.infer<typeof fact> | z.infer<typeof calendar> | BadgeTest

/** Discriminated by field, then by operator: trying one shape after the other took ten times as long. */
export const Test = z.discriminatedUnion('field', [
  z.discriminatedUnion('operator', [text, inList, present]),
  z.discriminatedUnion('operator', [textOfHeader, headerInList, headerPresent]),
  attachmentPresent,
  SizeTest,
  CountTest,
  AmountTest,
  TimeTest,
  AuthTest,
  fact,
  calendar,
  badge,
  ExactTest,
])
export type Test = z.infer<typeof Test>

export type Condition = Test | { all: Condition[] } | { any: Condition[] } | { none: Condition[] }

/** `all`, `any` and `none` nest at most 16 deep, with at most 500 tests (limits.ts). */
export const Condition: z.ZodMiniType<Condition> = z.lazy(() =>
  z.union([
    Test,
    z.strictObject({ all: z.array(Condition).check(z.minLength(1), z.maxLength(500)) }),
    z.strictObject({ any: z.array(Condition).check(z.minLength(1), z.maxLength(500)) }),
    z.strictObject({ none: z.array(Condition).check(z.minLength(1), z.maxLength(500)) }),
  ]),
)

/** The folded entries of one person's lists, by list name. */
export type Lists = ReadonlyMap<string, ReadonlySet<string>>
