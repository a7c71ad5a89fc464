// What a calendar part says of one event, in a few facts: an invitation, a change, a cancellation, somebody's answer.
import { z } from 'zod/mini'

/** How somebody answered (RFC 5545 §3.2.12). */
export const Partstat = z.enum(['needs-action', 'accepted', 'declined', 'tentative', 'delegated'])
export type Partstat = z.infer<typeof Partstat>

export const Attendee = z.object({ name: z.string(), address: z.string(), partstat: Partstat })
export type Attendee = z.infer<typeof Attendee>

/**
 * `start` and `end` are instants (`2026-04-14T08:00:00Z`); of whole days dates, the end not being one of them; without `Z` they are
 * what a clock shows, where the mail names no zone or none that anybody knows. `timeZone` is IANA's name where there is one.
 * `recurrence` is a rule as RFC 5545 §3.3.10 writes it. `recurrenceId`: it speaks of that one time of a series alone.
 */
export const EventCard = z.object({
  kind: z.literal('event'),
  method: z.enum(['request', 'cancel', 'reply', 'counter']),
  uid: z.string(),
  sequence: z.int().check(z.nonnegative()),
  recurrenceId: z.nullable(z.string()),
  title: z.string(),
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  isAllDay: z.boolean(),
  timeZone: z.nullable(z.string()),
  where: z.nullable(z.string()),
  /** Where it is held on the web, where the mail says so apart. */
  link: z.nullable(z.string()),
  organizer: z.nullable(z.object({ name: z.string(), address: z.string() })),
  recurrence: z.nullable(z.string()),
  status: z.nullable(z.enum(['confirmed', 'tentative', 'cancelled'])),
  /** The first of them, those to whom the mail was sent before others. */
  attendees: z.array(Attendee),
  /** So many more times of the same series stand in the mail. */
  others: z.int().check(z.nonnegative()),
})
export type EventCard = z.infer<typeof EventCard>
