// The wire of destinations, deliveries and their attempts.
import { z } from 'zod'
import { Fallback } from '../delivery/fallback.ts'
import { Rights } from '../delivery/rights.ts'
import { State } from '../delivery/states.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const Destination = z.object({
  id: Id,
  name: z.string(),
  /** Digits without a plus; null until the phone has written to us. */
  phone: z.string().nullable(),
  state: z.enum(['pending', 'linked', 'stopped', 'unreachable']),
  windowOpenUntil: Time.nullable(),
  /** Nothing goes there before: the person asked for a rest. */
  pausedUntil: Time.nullable(),
  /** What it may do beyond receiving. */
  rights: Rights,
  /** Where mail goes that this phone does not get. */
  fallback: Fallback.nullable(),
  /** Since when nothing reaches it; it is well again once it writes to us. */
  unreachableSince: Time.nullable(),
  createdAt: Time,
})
export type Destination = z.infer<typeof Destination>

/** How to link a phone: open `url` (or scan it) and send the text as it is. */
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
  filterId: Id.nullable(),
  filterName: z.string().nullable(),
  state: State,
  /** A sentence for the owner: why it is held, what failed, what is awaited. */
  reason: z.string().nullable(),
  /** It goes before all that is not. */
  urgent: z.boolean(),
  createdAt: Time,
  dueAt: Time.nullable(),
  /** Held until then, as its filter or its person wants it. */
  waitUntil: Time.nullable(),
  acceptedAt: Time.nullable(),
  sentAt: Time.nullable(),
  deliveredAt: Time.nullable(),
  readAt: Time.nullable(),
  failedAt: Time.nullable(),
  /** Since when the messenger has had it for longer than it should. */
  overdueAt: Time.nullable(),
  /** What must not happen and did: the messenger said delivered, and then failed. */
  incident: z.enum(['delivered_and_failed']).nullable(),
  /** The other way that it went because this phone did not get it in time. */
  fellBack: z.enum(['destination', 'mail']).nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  n: z.number(),
  startedAt: Time,
  endedAt: Time.nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  /** What WhatsApp puts the message under, such as utility or service, and whether the operator pays for it; null until it says so. */
  price: z.object({ category: z.string(), isBilled: z.boolean() }).nullable(),
})
export type Attempt = z.infer<typeof Attempt>

export const listDestinations = shape({ status: 200, answer: pageOf(Destination) })
/** Makes a destination that waits for its phone, and the one-time code that links it (15 minutes). */
export const addDestination = shape({
  body: z.object({ name: z.string().trim().min(1, 'Give the phone a name.').max(60) }),
  status: 201,
  answer: LinkOffer,
})
/** A new code for a destination that is not linked. */
export const renewLink = shape({ params: ById, status: 201, answer: LinkOffer })
/** What is left out stays. A pause that is over, or null, lets mail go on at once. */
export const changeDestination = shape({
  params: ById,
  body: z
    .object({
      name: z.string().trim().min(1, 'Give the phone a name.').max(60),
      pausedUntil: Time.nullable(),
      rights: Rights,
      fallback: Fallback.nullable(),
    })
    .partial(),
  status: 200,
  answer: Destination,
})
export const removeDestination = shape({ params: ById, status: 200, answer: Nothing })
export const listAttempts = shape({ params: ById, status: 200, answer: pageOf(Attempt) })
/** Sends again: a held or failed delivery goes back to its lane. */
export const addAttempt = shape({ params: ById, status: 202, answer: Nothing })
