// The API for destinations, deliveries and their attempts.
import { z } from 'zod/mini'
import { Fallback } from '../delivery/fallback.ts'
import { Rights } from '../delivery/rights.ts'
import { State } from '../delivery/states.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const Destination = z.object({
  id: Id,
  name: z.string(),
  /** Digits without a plus; null until the phone has written to us. */
  phone: z.nullable(z.string()),
  state: z.enum(['pending', 'linked', 'stopped', 'unreachable']),
  windowOpenUntil: z.nullable(Time),
  /** Nothing is sent before: the user paused the phone. */
  pausedUntil: z.nullable(Time),
  /** What it may do beyond receiving. */
  rights: Rights,
  /** Where emails are sent if this phone does not get them. */
  fallback: z.nullable(Fallback),
  /** Since when it is unreachable; this ends when it writes to us. */
  unreachableSince: z.nullable(Time),
  createdAt: Time,
})
export type Destination = z.infer<typeof Destination>

/** How to link a phone: open `url` (or scan it) and send the text unchanged. */
export const LinkOffer = z.object({
  destination: Destination,
  code: z.string(),
  text: z.string(),
  url: z.url(),
  number: z.string(),
  expiresAt: Time,
})
export type LinkOffer = z.infer<typeof LinkOffer>

export const Delivery = z.object({
  id: Id,
  destinationId: Id,
  destinationName: z.string(),
  filterId: z.nullable(Id),
  filterName: z.nullable(z.string()),
  state: State,
  /** A sentence for the user: why it is held, what failed, or what it waits for. */
  reason: z.nullable(z.string()),
  /** Sent ahead of deliveries that are not urgent. */
  urgent: z.boolean(),
  createdAt: Time,
  dueAt: z.nullable(Time),
  /** Held until then by its filter or the user's settings. */
  waitUntil: z.nullable(Time),
  acceptedAt: z.nullable(Time),
  sentAt: z.nullable(Time),
  deliveredAt: z.nullable(Time),
  readAt: z.nullable(Time),
  failedAt: z.nullable(Time),
  /** When it became overdue at WhatsApp. */
  overdueAt: z.nullable(Time),
  /** A contradiction: WhatsApp reported both delivered and failed. */
  incident: z.nullable(z.enum(['delivered_and_failed'])),
  /** The fallback that was used because this phone did not get it in time. */
  fellBack: z.nullable(z.enum(['destination', 'mail'])),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  n: z.number(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  outcome: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** WhatsApp's pricing category, such as utility or service, and whether the operator pays; null until reported. */
  price: z.nullable(z.object({ category: z.string(), isBilled: z.boolean() })),
})
export type Attempt = z.infer<typeof Attempt>

export const listDestinationsApi = shape({ status: 200, answer: pageOf(Destination) })
/** Creates a destination without a phone, and a one-time code to link one (valid for 15 minutes). */
export const addDestinationApi = shape({
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a name for the phone.'), z.maxLength(60)) }),
  status: 201,
  answer: LinkOffer,
})
/** A new code for a destination that is not linked. */
export const renewLinkApi = shape({ params: ById, status: 201, answer: LinkOffer })
/** Omitted fields stay unchanged. A pause that is past, or null, resumes the phone at once. */
export const changeDestinationApi = shape({
  params: ById,
  body: z.partial(
    z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'Enter a name for the phone.'), z.maxLength(60)),
      pausedUntil: z.nullable(Time),
      rights: Rights,
      fallback: z.nullable(Fallback),
    }),
  ),
  status: 200,
  answer: Destination,
})
export const removeDestinationApi = shape({ params: ById, status: 200, answer: Nothing })
export const listAttemptsApi = shape({ params: ById, status: 200, answer: pageOf(Attempt) })
/** Sends again: a held or failed delivery goes back to its lane. */
export const addAttemptApi = shape({ params: ById, status: 202, answer: Nothing })
