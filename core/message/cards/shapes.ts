// The types of cards, which sum up an email in a few facts: a code, a bill, a parcel, a booking, an event, an alert.
import { z } from 'zod/mini'
import { EventCard } from '../calendar/shapes.ts'

/** `code` is what one types in: without spaces and without hyphens between digits. `shown` is as the email displays it. */
export const CodeCard = z.object({
  kind: z.literal('code'),
  code: z.string(),
  shown: z.string(),
  service: z.string(),
  expiresMinutes: z.nullable(z.int().check(z.positive())),
})
export type CodeCard = z.infer<typeof CodeCard>

/** An existing day, so that renderers need no check. */
export const Day = z.string().check(z.refine(day => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))))

/** `amount` is a plain decimal, `currency` ISO 4217, `due` a date (ISO 8601). `isPaid`: a receipt. */
export const InvoiceCard = z.object({
  kind: z.literal('invoice'),
  amount: z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,2})?$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  due: z.nullable(Day),
  number: z.nullable(z.string()),
  issuer: z.string(),
  isPaid: z.boolean(),
})
export type InvoiceCard = z.infer<typeof InvoiceCard>

export const ShipmentState = z.enum(['shipped', 'out_for_delivery', 'delivered', 'delayed', 'pickup', 'customs'])
export type ShipmentState = z.infer<typeof ShipmentState>

/** `tracking` has no spaces. `window` is a time range on the day of `eta`: `13:00-15:00`. */
export const ShipmentCard = z.object({
  kind: z.literal('parcel'),
  carrier: z.string(),
  tracking: z.nullable(z.string()),
  state: ShipmentState,
  eta: z.nullable(Day),
  window: z.nullable(z.string()),
  pickupCode: z.nullable(z.string()),
  pickupUntil: z.nullable(Day),
})
export type ShipmentCard = z.infer<typeof ShipmentCard>

/** Values are quoted from the email; `what` of a bank alert is an amount. */
export const AlertCard = z.object({
  kind: z.literal('alert'),
  state: z.enum(['critical', 'down', 'failed', 'problem', 'warning', 'resolved', 'sign_in', 'paid', 'received', 'low_balance']),
  what: z.string(),
  where: z.nullable(z.string()),
  when: z.nullable(z.string()),
})
export type AlertCard = z.infer<typeof AlertCard>

/** A day, or a day with the wall-clock time at the place itself: `2026-04-02T09:15`. */
export const LocalTime = z.string().check(
  z.refine(time => {
    const at = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/.test(time) ? Date.parse(time.length > 10 ? `${time}Z` : time) : NaN
    // 31 February would become a day in March.
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(time)
  }),
)

/** A journey, a stay, a table or seats. `from` and `to` are places; of several legs it shows the first, and `others` counts the rest. */
export const BookingCard = z.object({
  kind: z.literal('booking'),
  of: z.enum(['flight', 'train', 'bus', 'hotel', 'event', 'table', 'car']),
  state: z.enum(['confirmed', 'pending', 'cancelled']),
  what: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  start: LocalTime,
  end: z.nullable(LocalTime),
  number: z.nullable(z.string()),
  others: z.int().check(z.nonnegative()),
})
export type BookingCard = z.infer<typeof BookingCard>

/** The link itself stays in the text: it is a secret, and shown once. */
export const SignInLinkCard = z.object({
  kind: z.literal('sign_in_link'),
  service: z.string(),
  expiresMinutes: z.int().check(z.positive()),
})
export type SignInLinkCard = z.infer<typeof SignInLinkCard>

export const EmailCard = z.discriminatedUnion('kind', [
  CodeCard,
  SignInLinkCard,
  InvoiceCard,
  ShipmentCard,
  BookingCard,
  EventCard,
  AlertCard,
])
export type EmailCard = z.infer<typeof EmailCard>

/** `lines` is the sender's own text, `sentOn` ISO 8601, `language` ISO 639-1. */
export interface CardSource {
  subject: string
  lines: string[]
  sender: string
  sentOn: string | null
  language: string | null
  isAutomated: boolean
  /** Whether a header says that a monitoring or build service sent it. */
  isFromMonitor(): boolean
}
